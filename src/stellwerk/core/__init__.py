"""Any turn-based game: actions, options, refusals, events, receipts, histories, transcripts. Knows no railway."""

from stellwerk.core.action import Action
from stellwerk.core.chance import Chance
from stellwerk.core.commitment import commitment
from stellwerk.core.errors import BadInput, Illegal, StellwerkError, TitleError, TranscriptError, Unfit
from stellwerk.core.event import Event, Whisper
from stellwerk.core.game import Game, Ply
from stellwerk.core.label import Label
from stellwerk.core.message import Message, Piece, Plural, Style, Teller, Text
from stellwerk.core.option import Decision, Option, Range
from stellwerk.core.quote import Payment, Quote
from stellwerk.core.receipt import Line, Receipt, WordedReceipt
from stellwerk.core.rules import Result, Rules
from stellwerk.core.state import FrozenTwin
from stellwerk.core.transcript import Entry, Transcript

__all__ = [
    "Action",
    "BadInput",
    "Chance",
    "Decision",
    "Entry",
    "Event",
    "FrozenTwin",
    "Game",
    "Illegal",
    "Label",
    "Line",
    "Message",
    "Option",
    "Payment",
    "Piece",
    "Plural",
    "Ply",
    "Quote",
    "Range",
    "Receipt",
    "Result",
    "Rules",
    "StellwerkError",
    "Style",
    "Teller",
    "Text",
    "TitleError",
    "Transcript",
    "TranscriptError",
    "Unfit",
    "Whisper",
    "WordedReceipt",
    "commitment",
]
