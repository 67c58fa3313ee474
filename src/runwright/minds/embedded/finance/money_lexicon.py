"""Categories of money that is neither bought for nor sold for: loans, pay, interest, fees, taxes,
cash, savings, refunds."""

from __future__ import annotations

from runwright.minds.embedded.finance.category import category

MONEY = (
    category("loans", "loan, loans, loan repayments, kredit"),
    category(
        "salary",
        "salary, wages, wage, pay, paycheck, paychecks, gehalt, lohn, salaire, pay packet, "
        "nomina, earnings",
        types=("salary",),
    ),
    category(
        "pension",
        "pension, state pension, rente, retirement",
    ),
    category(
        "child benefit",
        "child benefit, kindergeld, family allowance, benefits",
    ),
    category("interest", "interest, zinsen, interets", types=("interest",)),
    category(
        "dividends", "dividends, dividend, dividenden"
    ),
    category(
        "fees",
        "bank fees, fees, bank charges, overdraft fees, account fees, gebuehren, overdraft charges",
        types=("fee",),
    ),
    category(
        "late fees",
        "late fee, late fees, late payment fee, late payment fees, late charge, late charges, "
        "overdue fee",
    ),
    category(
        "ATM fees",
        "atm fee, atm fees, cash machine fee, cash machine fees, withdrawal fee, withdrawal fees, "
        "out of network atm fees",
    ),
    category(
        "tax refunds",
        "tax refund, tax refunds, tax return, tax rebate, steuererstattung",
    ),
    category(
        "checks",
        "check, checks, cheque, cheques, paper checks, schecks, scheck",
    ),
    category(
        "tax",
        "tax, taxes, steuern, steuer, income tax, estimated taxes",
        types=("tax",),
    ),
    category(
        "VAT",
        "vat, value added tax, vat prepayments, vat returns, umsatzsteuer, mehrwertsteuer, ust, "
        "mwst, ustva",
    ),
    category("council tax", "council tax, property tax, grundsteuer"),
    category(
        "cash",
        "cash, cash withdrawals, atm, atms, atm withdrawals, withdrawals, bargeld, cashpoint, "
        "cashpoints, cash machine, cash machines, hole in the wall, geldautomat, geldautomaten, "
        "bancomat, cajero",
        types=("cash",),
    ),
    category(
        "savings and investments",
        "investments, investing, investment, etf, shares, stocks, aktien",
        types=("investment",),
    ),
    category(
        "refunds", "refunds, refund, erstattung, rebate", types=("refund",)
    ),
)  # fmt: skip
