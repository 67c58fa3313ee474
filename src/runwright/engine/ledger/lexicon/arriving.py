"""Money that comes in: pay, benefits, interest, refunds."""

from __future__ import annotations

from runwright.engine.ledger.lexicon.types import Category

CATEGORIES = (
    Category(
        "salary",
        "salary, salaries, wage, wages, paycheck, paychecks, paycheque, payroll, pay slip",
        "gehalt, lohn, bezuge, salaire, nomina, stipendio, loon, lohn gehalt, direct deposit",
        arrives=True,
    ),
    Category(
        "pensions and benefits",
        "pension, pensions, benefits*, child benefit, social security, unemployment benefit",
        "rente, rentenversicherung, kindergeld, familienkasse, retraite, caf, pole emploi, "
        "elterngeld, arbeitslosengeld, ssa treas",
        arrives=True,
    ),
    Category(
        "interest and dividends",
        "interest, dividend, dividends, interest and dividends, investment income",
        "zinsen, zinsgutschrift, dividende, dividendes, interets, intereses, interessi",
        arrives=True,
    ),
    Category(
        "refunds",
        "refund, refunds, refunded, reimbursed, reimbursement, reimbursements, chargeback, "
        "money back",
        "reversal, ruckerstattung, erstattung, warengutschrift, retoure, ruckzahlung, storno, "
        "remboursement, reembolso, devolucion, rimborso, credit note, returned payment, cashback, "
        "returned, return of goods, zuruckgegeben, retour, gutschrift retoure",
        arrives=True,
    ),
)
