"""Categories of money that is neither bought for nor sold for: loans, pay, interest, fees, taxes,
cash, savings, refunds."""

from __future__ import annotations

from runwright.minds.embedded.finance.category import category

MONEY = (
    category("loans", "loan, loans, loan repayments, kredit", "loan kredit darlehen santander"),
    category(
        "salary",
        "salary, wages, wage, pay, paycheck, paychecks, gehalt, lohn, salaire, pay packet, "
        "nomina, earnings",
        "salary wages payroll gehalt lohn salaire",
        types=("salary",),
    ),
    category(
        "pension",
        "pension, state pension, rente, retirement",
        "pension rente rentenversicherung dwp social_security",
    ),
    category(
        "child benefit",
        "child benefit, kindergeld, family allowance, benefits",
        "kindergeld child_benefit familienkasse universal_credit",
    ),
    category("interest", "interest, zinsen, interets", "interest zinsen", types=("interest",)),
    category(
        "dividends", "dividends, dividend, dividenden", "dividend dividends dividende dividenden"
    ),
    category(
        "fees",
        "bank fees, fees, bank charges, overdraft fees, account fees, gebuehren, overdraft charges",
        "fee fees gebuhr gebuehr entgelt kontofuhrung overdraft",
        types=("fee",),
    ),
    category(
        "late fees",
        "late fee, late fees, late payment fee, late payment fees, late charge, late charges, "
        "overdue fee",
        "late_fee late_payment past_due_fee late_charge overdue_fee mahngebuhr",
    ),
    category(
        "ATM fees",
        "atm fee, atm fees, cash machine fee, cash machine fees, withdrawal fee, withdrawal fees, "
        "out of network atm fees",
        "atm_fee cash_fee atm_surcharge geldautomat_entgelt withdrawal_fee",
    ),
    category(
        "tax refunds",
        "tax refund, tax refunds, tax return, tax rebate, steuererstattung",
        "tax_ref tax_refund sttaxrf taxref irs_treas treas steuererstattung finanzamt hmrc",
    ),
    category(
        "checks",
        "check, checks, cheque, cheques, paper checks, schecks, scheck",
        "check cheque scheck",
    ),
    category(
        "tax",
        "tax, taxes, steuern, steuer, income tax, hmrc, finanzamt, estimated taxes",
        "tax steuer finanzamt hmrc irs eftpos_tax finanzkasse impots council_tax",
        types=("tax",),
    ),
    category("council tax", "council tax, property tax, grundsteuer", "council_tax grundsteuer"),
    category(
        "cash",
        "cash, cash withdrawals, atm, atm withdrawals, withdrawals, bargeld, cashpoint",
        "atm cash geldautomat bargeld bargeldauszahlung withdrawal cashpoint auszahlung",
        types=("cash",),
    ),
    category(
        "savings and investments",
        "investments, investing, investment, etf, shares, stocks, aktien",
        "trade_republic scalable depot etf vanguard trading_212 robinhood etoro wertpapier "
        "hargreaves fidelity degiro",
        types=("investment",),
    ),
    category(
        "refunds", "refunds, refund, erstattung, rebate", "refund erstattung", types=("refund",)
    ),
)  # fmt: skip
