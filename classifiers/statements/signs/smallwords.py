"""The small words of each language, by which it is known, and those of which nearly every sentence holds one."""

from __future__ import annotations

SMALL = {
    "french": (
        "l d qu c n j nouveau nouvel nouvelle chez utiliser utilise toute tout tous le la les un une des du de et est pas ne dans sur pour sans avec en au aux ce ces tu je on nous"
        " mes mon nos stp que qui par jamais toujours faut sont ou si quand"
    ),
    "german": (
        "zum zur gehen neuer neue neues neuen hat haben ins vom am der die das den dem ein eine und ist nicht auf im mit fur fuer zu bei von nur kein keine nie immer bitte ich du wir mir ohne wird"
        " alle jede jeder jedes vor nach auch als bis werden wenn sind aus statt uber ueber"
    ),
    "spanish": (
        "quiero nuevo nueva esta este pasamos vamos nada fuera hemos usa usar migrar nunca el la los las un una de y en no con para por sin que se es al del mi lo si"
        " siempre antes cada todos todo son hay nos te me solo cuando"
    ),
    "portuguese": (
        "quero pros pras novo nova pelo pela tudo isso vamos nada fora usa usar decidimos o a os as um uma de e em nao com para pra por sem que se no na nos nas do da dos das ao meu"
        " minha voce so sempre nunca cada todo toda antes sao tem quando pro"
    ),
    "english": (
        "the is are to of and for with it this that you not always from be or if can should my your have has was were when then no left"
        " found yet"
    ),
}
ALSO_ENGLISH = frozenset({"a", "as", "on", "do", "me", "in", "is", "am", "hat", "so", "die", "also"})
"""Small words of other languages that English sentences hold too."""

_COMMON = (
    "не в на и по с только для без у le la les des du est pas et dans sur sans une au en der das und ist nicht auf im mit nur kein keine"
    " nie immer zu bei mir ohne el los con sin se por que para não nao em com sem os da sempre siempre jamais toujours wir de pra ao"
    " ich del dem die na las quand tu cuando quando ein eine mudar tocar mexer gehört ser un um gehen mich"
)
_PIECES = "verboten prohibid proibid interdi branchn ть но ни ст ра ко на то"
SPOKEN = (
    *(f" {word} " for word in _COMMON.split()),
    *_PIECES.split(),
    *"àáâãçèéêíñóõöôúüäß",
    "amos ",
    "emos ",
    "= ne",
    "= no",
    "= nu",
    "= test",
    "sou eu",
)
"""Pieces, most of them words with the spaces around them, of which nearly every sentence of these languages holds one."""
