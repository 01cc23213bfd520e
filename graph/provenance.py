"""How one came to know a memory, as one sentence in the memory's own language. Pure."""

from __future__ import annotations

from datetime import datetime

from recuerdo.graph.models import Fuente

_MONTHS_EN = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_MONTHS_ES = ("ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic")


def _day(at: datetime, language: str) -> str:
    months = _MONTHS_ES if language == "es" else _MONTHS_EN
    return f"{at.day} {months[at.month - 1]} {at.year}"


def sentence(fuente: Fuente, agent: str, at: datetime, language: str) -> str:
    """Say who told it, to whom, over what, when and through which agent; Spanish for Spanish memories."""
    return _spanish(fuente, agent, at) if language == "es" else _english(fuente, agent, at)


def _english(fuente: Fuente, agent: str, at: datetime) -> str:
    who = fuente.de.nombre if fuente.de else None
    start = {
        "vivido": f"{who or 'The owner'} did or said it",
        "conversado": f"{who or 'Somebody'} told it",
        "leido": f"Read, from {who}" if who else "Read",
        "pensado": f"{who or 'The agent'} concluded it",
        None: f"{who} said it" if who else "Noted",
    }[fuente.modo]
    parts = [
        f" with {', '.join(each.nombre for each in fuente.con)}" if fuente.con else "",
        f" for {', '.join(each.nombre for each in fuente.para)}" if fuente.para else "",
        f" over {fuente.canal}" if fuente.canal else "",
        f" in {fuente.donde}" if fuente.donde else "",
    ]
    return f"{start}{''.join(parts)} on {_day(at, 'en')}, through the agent {agent}."


def _spanish(fuente: Fuente, agent: str, at: datetime) -> str:
    who = fuente.de.nombre if fuente.de else None
    start = {
        "vivido": f"{who or 'El dueño'} lo hizo o lo dijo",
        "conversado": f"{who or 'Alguien'} lo contó",
        "leido": f"Leído, de {who}" if who else "Leído",
        "pensado": f"{who or 'El agente'} lo dedujo",
        None: f"{who} lo dijo" if who else "Anotado",
    }[fuente.modo]
    parts = [
        f" con {', '.join(each.nombre for each in fuente.con)}" if fuente.con else "",
        f" para {', '.join(each.nombre for each in fuente.para)}" if fuente.para else "",
        f" por {fuente.canal}" if fuente.canal else "",
        f" en {fuente.donde}" if fuente.donde else "",
    ]
    return f"{start}{''.join(parts)} el {_day(at, 'es')}, a través del agente {agent}."
