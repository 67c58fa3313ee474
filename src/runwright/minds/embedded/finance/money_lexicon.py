"""Categories of money that is neither bought for nor sold for: loans, pay, interest, fees, taxes,
cash, savings, refunds."""

from __future__ import annotations

from runwright.minds.embedded.finance.category import category

MONEY = (
    category("loans", "loan, loans, loan repayments, kredit"),
    category(
        "salary",
        "salary, salaries, wages, wage, pay, pays, paycheck, paychecks, pay cheque, pay cheques, "
        "paycheque, paycheques, payslip, payslips, gehalt, lohn, salaire, pay packet, pay packets, "
        "nomina, earnings, take home, take home pay, net pay",
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
        "bank fees, fees, bank charges, account fees, gebuehren, bank fee, account fee",
        types=("fee",),
    ),
    category(
        "overdraft fees",
        "overdraft fee, overdraft fees, overdraft charge, overdraft charges, overdraft, nsf fee, "
        "nsf fees, bounce fees, dispozinsen",
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
        "foreign fees",
        "foreign fee, foreign fees, foreign transaction fee, foreign transaction fees, "
        "foreign currency fee, foreign currency fees, foreign exchange fee, foreign exchange fees, "
        "non sterling fee, non sterling fees, non sterling transaction fee, "
        "non sterling transaction fees, international fee, international fees, "
        "international transaction fee, international transaction fees, currency fee, "
        "currency fees, currency conversion fee, currency conversion fees, fx fee, fx fees, "
        "auslandsgebuehr, auslandsgebuehren, auslandseinsatzentgelt",
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
        "tax, taxes, steuern, steuer, income tax, estimated tax, estimated taxes, "
        "federal and state taxes, impots, impuestos",
        types=("tax",),
    ),
    category(
        "federal tax",
        "federal tax, federal taxes, federal income tax, fed taxes, irs taxes",
    ),
    category(
        "state tax",
        "state tax, state taxes, state income tax, provincial tax",
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
        "e-transfers",
        "e-transfer, e-transfers, etransfer, etransfers, interac, interac transfers, e-tfr",
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
