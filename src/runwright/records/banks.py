"""Words by which banks, brokers and wallets are named.

A transfer that names nothing else names no other person: `Online Transfer to BOFA ...8830`.
"""

from __future__ import annotations

_NAMES = """
    abn ally america amro anz asb axis banco banque barclays barclaycard bawag bbva bnp bofa
    boursobank boursorama bpce bunq caixabank chase citi citibank comdirect commbank
    commerzbank commonwealth consorsbank cortal coutts dbs degiro deutsche discover dkb erste
    etrade fargo fidelity fineco flatex fortuneo halifax hdfc hsbc hypovereinsbank icici ing intesa
    investec jpmorgan kbc keytrade kiwibank kotak kutxabank lloyds marcus migrosbank monzo n26
    nationwide natwest nordea norisbank ocbc openbank paribas paypal pnc postbank postepay
    postfinance pnb rabobank raiffeisen rbc rbs revolut robinhood sabadell santander sanpaolo sbi
    scalable schwab scotiabank sebank skatbank smartbroker societe generale sofi sparda sparkasse
    starling swedbank targobank td tsb truist ubs unicredit usbank vanguard volksbank wells
    westpac wise transferwise zkb kantonalbank
"""
BANK_WORDS = frozenset(_NAMES.split())
