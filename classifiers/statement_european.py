"""How Russian, French, German and Spanish say it, by explicit words and as an order: data for `statement_words`."""

from __future__ import annotations

from classifiers.statement_english import TOOL

_RU_START = r"(?:^|[,:;] ?)(?:пожалуйста,? )?"
RUSSIAN = (
    r"\bвпредь\b|\bотныне\b|\bс этого момента\b",
    (
        rf"{_RU_START}(?:больше )?(?:всегда|никогда не) (?!очень|ошибк|проблем)\w+(?:й|йте|ь|ьте|и|ите|ать|ить)\b"
        rf"|{_RU_START}больше не \w+(?:й|йте|ь|ьте|и|ите)\b"
        rf"|^(?:все|каждый|каждую|любые) [\w ]{{3,40}} (?:пиши|писать|делай|называй|храни|оформляй|должны)\b"
        rf"|{_RU_START}перед кажд\w+ \w+,? (?:всегда )?\w+(?:й|йте|ь|ьте|и|ите)\b"
        rf"|{_RU_START}не \w+(?:й|йте|ь|ьте)\b.{{0,80}}\bбез (?:\w+ )?(?:разрешения|спроса|согласия|подтверждения)\b"
        rf"|{_RU_START}использу(?:й|йте) {TOOL},? (?:а )?(?:не|вместо) "
    ),
)
_FR_START = r"(?:^|[,:;] ?)(?:s'il (?:te|vous) pla[iî]t,? )?(?:il faut )?"
FRENCH = (
    r"\bdésormais,? (?!le\b|la\b|les\b|il\b|elle\b|ça\b|on\b|tout\b|l\x27)|\bdorénavant\b|\bà partir de maintenant\b|\b(?:garde\w*|vaut|valable|comme ça)\b.{0,40}\bpour tout (?:le|ce) projet\b",
    (
        rf"{_FR_START}(?:ne |n')(?:touche|pousse|supprime|modifie|utilise|ajoute|crée|commit\w*|efface|écris|déploie|change|fais|mets"
        r"|lance|merge|retire|enlève|invente|laisse)z? jamais\b"
        rf"|{_FR_START}(?:toujours|ne jamais) (?!entre\b|notre\b|votre\b|autre\b|être\b|pire\b|cher\b|premier\b|dernier\b|hier\b)\w+(?:er|ir|re)\b"
        rf"|{_FR_START}(?:cré(?:e|ez)|commencez?|prends|prenez|passez?|documentez?|signez?|répond(?:s|ez)|utilisez?|écri(?:s|vez)|parlez?|gardez?|commencez?|fais|faites|mets|mettez|lancez?|demandez?"
        r"|pose|posez|propose|proposez|explique|expliquez|nomme|nommez|vérifiez?|ajoutez?|testez?|exécutez?|rédigez?|suivez) toujours\b"
        rf"|{_FR_START}utilis(?:e|ez|er) {TOOL},? (?:et )?(?:pas|plutôt que|au lieu de) "
        rf"|{_FR_START}(?:ne |n')\w+ .{{0,80}}\bsans (?:mon |ma |me |m'|nous )?(?:permission|accord|autorisation|demander|prévenir|consentement)\b"
        rf"|{_FR_START}on (?:ne |n')(?:utilise|pousse|committe|commite|déploie|modifie|touche|écrit|met|fait) jamais\b"
        rf"|{_FR_START}demandez?-(?:moi|nous) toujours\b|{_FR_START}il ne faut jamais \w+(?:er|ir|re)\b"
        rf"|{_FR_START}(?:tu (?:ne )?dois|vous (?:ne )?devez|on (?:ne )?doit) (?:toujours|jamais) (?!être\b)\w+(?:er|ir|re)\b"
    ),
)
_DE_START = r"(?:^|[,:;] ?)(?:bitte )?"
GERMAN = (
    r"\bab (?:jetzt|sofort)\b(?! (?:geht|ist|kommt|läuft))|\bmerk dir,? dass\b",
    (
        rf"{_DE_START}(?:niemals|nie|immer) (?!noch\b|wieder\b).{{0,80}}\b(?:pushen|committen|mergen|deployen|verwenden|benutzen|nutzen"
        r"|schreiben|antworten|löschen|ändern|anfassen|ausführen|testen|fragen|prüfen|hinzufügen|erstellen|formatieren|überschreiben)\W*$"
        rf"|{_DE_START}(?:antworte|verwende|benutze|nutze|schreibe?|teste|frage?|prüfe|lösche|ändere|pushe|committe|deploye|mache?"
        r"|führe|füge|halte|lass|nimm|sprich|formatiere)(?: \w+)? (?:bitte )?(?:immer|nie|niemals)\b(?! noch)"
        rf"|{_DE_START}(?:nutze|verwende|benutze|nimm) {TOOL},? (?:statt|anstatt|nicht|und nicht) "
    ),
)
_ES_START = r"(?:^|[,:;] ?)(?:por favor,? )?"
_ES_DO = r"(?:usa|utiliza|responde|escribe|ejecuta|pregunta|prueba|haz|pon|añade|agrega|contesta|mantén|revisa|verifica|habla|crea|comprueba)\b"
SPANISH = (
    r"\bde ahora en adelante\b|\ba partir de ahora\b(?! (?:falla|da|hay|es|está|no funciona)\b)",
    (
        rf"{_ES_START}nunca (?:toques|uses|hagas|borres|subas|modifiques|cambies|escribas|elimines|despliegues|añadas|agregues|crees"
        r"|ejecutes|pongas|mezcles)\b"
        rf"|{_ES_START}(?:siempre|nunca) (?:\w+(?:ar|er|ir)\b|{_ES_DO})|{_ES_START}{_ES_DO} siempre\b"
        rf"|{_ES_START}(?:usa|utiliza) {TOOL},? (?:y )?(?:no|en (?:vez|lugar) de) "
    ),
)
