"""Share ids of 18xx.games (`PRR_3`): which certificate lies where. Index 0 is the president's."""

from __future__ import annotations

from stellwerk.eighteen.schema import CompanyData

IPO, POOL = "ipo", "pool"
Holder = int | str


class ShareIds:
    """For every holder an ordered list of ids, new ones at the end (percentages decide the rest)."""

    def __init__(self, companies: tuple[CompanyData, ...]) -> None:
        """All certificates start in the IPO."""
        self.sizes = {f"{entry.id}_{index}": size for entry in companies for index, size in enumerate(entry.shares)}
        self.lists: dict[tuple[str, Holder], list[str]] = {
            (entry.id, IPO): [f"{entry.id}_{index}" for index in range(len(entry.shares))] for entry in companies
        }
        self.holders: dict[str, Holder] = dict.fromkeys(self.sizes, IPO)

    def where(self, share: str) -> Holder | None:
        """Who holds the share."""
        return self.holders.get(share)

    def held(self, company: str, holder: Holder) -> list[str]:
        """The ids a holder has."""
        return self.lists.setdefault((company, holder), [])

    def percent(self, company: str, holder: Holder) -> int:
        """What a holder has, in percent."""
        return sum(self.sizes[share] for share in self.held(company, holder))

    def move(self, share: str, to: Holder) -> None:
        """A certificate changes hands."""
        company = share.rpartition("_")[0]
        holder = self.where(share)
        assert holder is not None
        self.held(company, holder).remove(share)
        self.held(company, to).append(share)
        self.holders[share] = to

    def sell(self, company: str, seller: int, shares: list[str], percent: int, president: int) -> None:
        """A sale; `president` is the president after it. Half of a president's certificate gives one share back."""
        half = percent < sum(self.sizes[share] for share in shares)
        for share in shares:
            self.move(share, POOL)
        self.presidency(company, president)
        if half:
            self.move(self.held(company, POOL)[0], seller)

    def presidency(self, company: str, president: int) -> None:
        """Give the president's certificate to the president; his first two shares take its place."""
        certificate = f"{company}_0"
        old = self.where(certificate)
        if president < 0 or old is None or old in (president, IPO):
            return
        for share in [share for share in self.held(company, president) if share != certificate][:2]:
            self.move(share, old)
        self.move(certificate, president)

    def first(self, company: str, holder: Holder) -> str:
        """The ordinary share that is bought next from IPO or pool; the rules have made sure that there is one."""
        return next(share for share in self.held(company, holder) if share != f"{company}_0")

    def choose_sale(self, company: str, seller: int, percent: int) -> list[str]:
        """Ids for a sale: ordinary shares in their order, and the president's certificate if they are not enough.

        When only half of that certificate is needed it is listed all the same; `percent` then says less.
        """
        certificate = f"{company}_0"
        chosen: list[str] = []
        for share in self.held(company, seller):
            if share != certificate and percent > 0:
                chosen.append(share)
                percent -= self.sizes[share]
        return [*chosen, certificate] if percent > 0 else chosen
