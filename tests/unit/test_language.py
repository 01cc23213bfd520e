import pytest

from recuerdo.nlp.language import detect, script_is_cjk

ENGLISH = [
    "The contract was signed yesterday.",
    "in March",
    "Buy milk",
    "standup at 5pm",
    "what did Ana say last week?",
    "I'm allergic to shellfish",
]
SPANISH = [
    "El contrato se firmó ayer.",
    "en marzo",
    "¿qué pasó en mayo?",
    "voy al banco",
    "Migrado el esquema a Postgres 15.",
    "hola, gracias",
]
NEITHER = [
    "Bonjour, je suis en retard pour le train",
    "Olá, tudo bem? vou para casa",
    "Ci vediamo domani alle tre",
    "Ich habe heute einen Termin",
    "De server is gisteren uitgevallen",
    "El partit és dissabte a la tarda",
    "今日は会議です",
    "서버가 어제 다운됐어요",
    "Сервер упал вчера",
    "Ο διακομιστής έπεσε χθες",
    "الخادم توقف أمس",
    "x = foo(bar)",
    "/var/log/syslog",
    "a1b2c3d4",
    "12:30",
    "🙂👍",
    "",
]


@pytest.mark.parametrize("text", ENGLISH)
def test_english_is_told_also_when_short(text):
    assert detect(text) == "en"


@pytest.mark.parametrize("text", SPANISH)
def test_spanish_is_told_also_when_short(text):
    assert detect(text) == "es"


@pytest.mark.parametrize("text", NEITHER)
def test_another_language_or_script_or_code_is_undetermined(text):
    assert detect(text) == "und"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("明天开会", True), ("deploy 会議", True), ("hello", False), ("Привет", False), ("12:30", False)],
)
def test_cjk_is_told_by_its_share_of_letters(text, expected):
    assert script_is_cjk(text) is expected
