"""What the use cases need of the outside: a unit of work on the store, a clock, this device."""

from __future__ import annotations

from rbcheck.services.ports.outside import Clock as Clock
from rbcheck.services.ports.outside import Device as Device
from rbcheck.services.ports.outside import UnitOfWork as UnitOfWork
from rbcheck.services.ports.outside import UnitOfWorkFactory as UnitOfWorkFactory
from rbcheck.services.ports.records import Annotator as Annotator
from rbcheck.services.ports.records import BuiltVersion as BuiltVersion
from rbcheck.services.ports.records import ClipMedia as ClipMedia
from rbcheck.services.ports.records import Kind as Kind
from rbcheck.services.ports.records import Opening as Opening
from rbcheck.services.ports.records import Pack as Pack
from rbcheck.services.ports.records import Remarks as Remarks
from rbcheck.services.ports.records import Role as Role
from rbcheck.services.ports.records import StoredQuestion as StoredQuestion
from rbcheck.services.ports.records import Whose as Whose
from rbcheck.services.ports.repositories import Assignments as Assignments
from rbcheck.services.ports.repositories import BuiltVersions as BuiltVersions
from rbcheck.services.ports.repositories import Decisions as Decisions
from rbcheck.services.ports.repositories import Judgments as Judgments
from rbcheck.services.ports.repositories import Leases as Leases
from rbcheck.services.ports.repositories import Ledger as Ledger
from rbcheck.services.ports.repositories import Openings as Openings
from rbcheck.services.ports.repositories import Packs as Packs
from rbcheck.services.ports.repositories import People as People
