"""How Russian, French, German and Spanish say it, by explicit words and as an order: data for `words`."""

from __future__ import annotations

from classifiers.statements.english import TOOL

_RU_START = r"(?:^|[,:;] ?)(?:пожалуйста,? )?(?:в (?:этом|нашем) (?:репозитории|проекте|коде),? )?"
_RU_THINGS = (
    "(?:коммиты|сообщения коммитов|комментарии|имена|названия|документация|тексты|ответы|тесты|переменные|функции)"
)
RUSSIAN = (
    r"\bвпредь\b|\bотныне\b|\bс этого момента\b",
    (
        rf"{_RU_START}(?:больше )?(?:всегда|никогда не) (?!очень|ошибк|проблем)\w+(?:й|йте|ь|ьте|и|ите|ать|ить)\b"
        rf"|{_RU_START}больше не \w+(?:й|йте|ь|ьте|и|ите)\b"
        rf"|^(?:все|каждый|каждую|любые) (?!кнопк|иконк|пол[яе]\b|карточ|заголов|меню|окн|экран|страниц|картин|изображен|шрифт|отступ|цвет|надпис|форм|вкладк|списк|строк|ячей|столбц|ссылк|модал|попап)[\w ]{{3,40}} (?:пиши|писать|делай|называй|храни|оформляй|должны)\b"
        rf"|{_RU_START}(?:перед|после) кажд\w+ \w+,? (?:всегда )?\w+(?:й|йте|ь|ьте|и|ите)\b"
        rf"|{_RU_START}не \w+(?:й|йте|ь|ьте)\b.{{0,80}}\bбез (?:\w+ )?(?:разрешения|спроса|согласия|подтверждения)\b"
        rf"|{_RU_START}использу(?:й|йте) {TOOL},? (?:а )?(?:не|вместо) "
        r"|^(?:перед|после) (?:деплоем|деплоя|коммитом|коммита|пушем|пуша|мержем|мержа|релизом|релиза|слиянием|слияния)\w*,? (?:\w+ )?(?:всегда|обязательно|сначала|нужно|надо) \w+"
        rf"|^(?:все )?{_RU_THINGS}\b[\w ]{{0,30}} (?:всегда|только|должны быть) (?:на|в|по)-? ?\w+\W*$"
        rf"|{_RU_START}не (?:добавляй|пиши|создавай|используй|оставляй)(?:те)? (?:\w+ )?(?:комментари\w+|заглуш\w+|моки|эмодзи|новы\w+ зависимост\w+|новых файлов)\b(?!.*\b(?:здесь|тут|эт\w+)\b)"
    ),
)
_FR_START = (
    r"(?:^|[,:;] ?)(?:s'il (?:te|vous) pla[iî]t,? )?(?:dans (?:ce|notre) (?:d[ée]p[oô]t|projet|code),? )?(?:il faut )?"
)
_FR_THINGS = "(?:noms? de (?:variables?|fonctions?|branches?|fichiers?)|messages? de commit|commits?|commentaires?|tests?|réponses|docs?|nouvelles? fonctions?|textes)"
FRENCH = (
    r"\bdésormais,? (?!le\b|la\b|les\b|il\b|elle\b|ça\b|on\b|tout\b|l')|\bdorénavant\b|\bà partir de maintenant\b|\b(?:garde\w*|vaut|valable|comme ça)\b.{0,40}\bpour tout (?:le|ce) projet\b",
    (
        rf"{_FR_START}(?:ne |n')(?:touche|pousse|supprime|modifie|utilise|ajoute|crée|commit\w*|efface|écris|déploie|change|fais|mets"
        r"|lance|merge|retire|enlève|invente|laisse)z? (?:plus )?jamais\b"
        rf"|{_FR_START}(?:toujours|ne jamais) (?!entre\b|notre\b|votre\b|autre\b|être\b|pire\b|cher\b|premier\b|dernier\b|hier\b)\w+(?:er|ir|re)\b"
        rf"|{_FR_START}(?:cré(?:e|ez)|commencez?|prends|prenez|passez?|documentez?|signez?|répond(?:s|ez)|utilisez?|écri(?:s|vez)|parlez?|gardez?|commencez?|fais|faites|mets|mettez|lancez?|demandez?"
        r"|pose|posez|propose|proposez|explique|expliquez|nomme|nommez|vérifiez?|ajoutez?|testez?|exécutez?|rédigez?|suivez) toujours\b"
        rf"|{_FR_START}utilis(?:e|ez|er) {TOOL},? (?:et )?(?:pas|non(?: pas)?|jamais|plutôt que|au lieu de) "
        rf"|^(?:tous |toutes )?(?:les|chaque) {_FR_THINGS}\b[\w' -]{{0,30}} (?:doivent|doit) (?:toujours |tous |obligatoirement )?(?:être|avoir|commencer|rester|suivre|inclure)\b"
        r"|^(?:avant|après) chaque (?:commit|push|déploiement|merge|fusion|release|modification|changement|pr|pull request|migration),? (?:il faut |toujours |pense à )?\w{4,}"
        rf"|{_FR_START}(?:pas|jamais) (?:de commentaires?|d'emojis?|de données (?:fictives|bidon)|de valeurs en dur)\b(?! (?:ici|dans (?:cette|ce))\b)"
        rf"|{_FR_START}(?:ne |n')\w+ .{{0,80}}\bsans (?:mon |ma |me |m'|nous )?(?:permission|accord|autorisation|demander|prévenir|consentement)\b"
        rf"|{_FR_START}on (?:ne |n')(?:utilise|pousse|committe|commite|déploie|modifie|touche|écrit|met|fait) jamais\b"
        rf"|{_FR_START}demandez?-(?:moi|nous) toujours\b|{_FR_START}il ne faut jamais \w+(?:er|ir|re)\b"
        rf"|{_FR_START}(?:tu (?:ne )?dois|vous (?:ne )?devez|on (?:ne )?doit) (?:toujours|jamais) (?!être\b)\w+(?:er|ir|re)\b"
    ),
)
_DE_START = r"(?:^|[,:;] ?)(?:bitte )?(?:in diesem (?:repo(?:sitory)?|projekt) )?"
_DE_THINGS = "(?:commits?|commit-nachrichten|kommentare|variablennamen|funktionsnamen|tests|antworten|texte|doku(?:mentation)?|fehlermeldungen|endpunkte|neuen funktionen)"
_DE_STEP = "(?:deployment|deploy|commit|push|merge|release|pr|pull request|änderung|migration|refactoring|task)"
GERMAN = (
    r"\bab (?:jetzt|sofort)\b(?! (?:geht|ist|kommt|läuft))|\bmerk dir,? dass\b",
    (
        rf"{_DE_START}(?:niemals|nie|immer) (?!noch\b|wieder\b).{{0,80}}\b(?:pushen|committen|mergen|deployen|verwenden|benutzen|nutzen"
        r"|schreiben|antworten|löschen|ändern|anfassen|ausführen|testen|fragen|prüfen|hinzufügen|erstellen|formatieren|überschreiben)\W*$"
        rf"|{_DE_START}(?:antworte|verwende|benutze|nutze|schreibe?|teste|frage?|prüfe|lösche|ändere|pushe|committe|deploye|mache?"
        r"|führe|füge|halte|lass|nimm|sprich|formatiere)(?: \w+)? (?:bitte )?(?:immer|nie|niemals)\b(?! noch)"
        r"|(?:^|[,:;] ?)(?:bitte )?(?:antworte|verwende|benutze|nutze|schreibe?|teste|frage?|prüfe|committe|pushe|deploye|lösche|ändere)(?: [\wäöüß/.-]+){0,4} (?:immer|nie|niemals)\b(?! (?:noch|oben|unten|sichtbar))"
        r"|(?:^|[,:;] ?)(?:bitte )?(?:fass|rühr)e? [^.]{2,60} (?:nie|niemals|nicht mehr) an\b"
        rf"|^(?:vor|nach) (?:jedem|jeder) {_DE_STEP}\b.{{5,100}}"
        rf"|^(?:alle )?{_DE_THINGS}\b[\w ]{{0,30}} (?:müssen|sollen|immer|bitte) .{{0,40}}(?:auf |in )?(?:deutsch|englisch|getestet|dokumentiert)\b"
        r"|(?:^|[,:;] ?)\w+ .{0,60}\b(?:nicht|nie|niemals|nichts|kein\w*) .{0,40}\bohne (?:meine |vorherige |ausdrückliche )*(?:freigabe|zustimmung|erlaubnis|rückfrage|absprache|genehmigung)\b"
        r"|(?:^|[,:;] ?)(?:bitte )?keine (?:emojis|kommentare|mock-?daten|platzhalter|neuen abhängigkeiten|hartcodierten \w+)\b(?!.*\b(?:hier|diese\w*)\b)"
        rf"|{_DE_START}(?:nutze|verwende|benutze|nimm) {TOOL},? (?:statt|anstatt|nicht|und nicht) "
    ),
)
_ES_START = r"(?:^|[,:;] ?)(?:por favor,? )?(?:en (?:este|nuestro) (?:repo(?:sitorio)?|proyecto|código),? )?"
_ES_NOT = r"(?:toques|uses|hagas|borres|subas|modifiques|cambies|escribas|elimines|despliegues|añadas|agregues|crees|ejecutes|pongas|mezcles|instales|commitees|pushees)"
_ES_THINGS = "(?:nombres? de (?:variables?|funciones|ramas?|archivos?)|mensajes? de commit|commits?|comentarios?|tests?|pruebas|respuestas|textos|documentación)"
_ES_DO = r"(?:usa|utiliza|responde|escribe|ejecuta|pregunta|prueba|haz|pon|añade|agrega|contesta|mantén|revisa|verifica|habla|crea|comprueba)\b"
SPANISH = (
    r"\bde ahora en adelante\b|\ba partir de ahora\b(?! (?:falla|da|hay|es|está|va|no|ya|funciona)\b)",
    (
        rf"{_ES_START}nunca (?:toques|uses|hagas|borres|subas|modifiques|cambies|escribas|elimines|despliegues|añadas|agregues|crees"
        r"|ejecutes|pongas|mezcles)\b"
        rf"|{_ES_START}(?:siempre|nunca) (?:\w+(?:ar|er|ir)\b|{_ES_DO})|{_ES_START}{_ES_DO} siempre\b"
        rf"|{_ES_START}no {_ES_NOT} (?:nunca|jamás)\b|{_ES_START}no {_ES_NOT}\b.{{0,80}}\bsin (?:mi |nuestro )?(?:permiso|aprobación|autorización|consentimiento|preguntar\w*|avisar\w*)"
        r"|^(?:antes|después) de cada (?:despliegue|commit|push|merge|release|cambio|pr|pull request|migración|tarea),? .{5,100}"
        rf"|^(?:todos los|todas las|los|las) {_ES_THINGS}\b[\w ]{{0,30}} (?:deben|tienen que|debe) (?:siempre )?(?:estar|ser|ir|tener|empezar|llevar)\b"
        rf"|{_ES_START}no {_ES_NOT} (?:comentarios|emojis|datos (?:falsos|de prueba)|dependencias nuevas|archivos nuevos)\b(?!.*\b(?:aquí|est[eao]s?)\b)"
        rf"|{_ES_START}(?:usa|utiliza) {TOOL},? (?:y )?(?:no|en (?:vez|lugar) de) "
    ),
)

CLOSING = (
    r"(?:это|так)(?: правило| всегда| везде| касается| действует)+(?: (?:для )?(?:всех|всего|любых|каждой|каждого)[\w ]{0,25}| всегда| везде)?|и так всегда"
    r"|(?:ça|cela|c'est)(?: vaut| valable| s'applique)+ (?:pour|à|partout)[\w' ]{0,40}|c'est (?:la|une) règle(?: d'or| ici| chez nous| du projet)?|et c'est pareil partout"
    r"|(?:das|dies) (?:gilt|ist)(?: [\wäöü]+){0,2} (?:immer|überall|generell|pflicht|regel|(?:für|bei|in) (?:alle|jede)\w* ?[\wäöü-]{0,20})|gilt (?:immer|überall|generell|für alle\w*[\wäöü -]{0,20})"
    r"|(?:eso |esto )?(?:vale|aplica|se aplica) (?:para|en|a) (?:tod|cualquier)[\w ]{0,30}|(?:es|esa es|esta es) (?:la |una )?(?:norma|regla)(?: de la casa| del proyecto)?|siempre así"
    r"|(?:isso |isto )?(?:vale|se aplica) (?:pra|para|em|a) (?:tod|qualquer)[\w ]{0,30}|é (?:a |uma )?(?:regra|norma)(?: da casa| do projeto)?|sempre assim"
)
"""What only says that the sentence before it lasts."""
