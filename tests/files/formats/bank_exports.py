"""Exports in the layouts of real banks, with people and figures of our own."""

from __future__ import annotations

GIRO = "DE89370400440532013000"
SAVINGS = "DE02120300000000202051"

SPARKASSE = (
    '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Glaeubiger ID";'
    '"Mandatsreferenz";"Kundenreferenz (End-to-End)";"Sammlerreferenz";'
    '"Lastschrift Ursprungsbetrag";"Auslagenersatz Ruecklastschrift";'
    '"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"BIC (SWIFT-Code)";"Betrag";"Waehrung";'
    '"Info"\n'
    f'"{GIRO}";"02.11.26";"03.11.26";"KARTENZAHLUNG";"2026-10-31T18:02 Debitk.4 2028-12";"";"";"";'
    '"";"";"";"REWE SAGT DANKE 4711//Berlin/DE";"DE02500105170137075030";"X";"-54,20";"EUR";'
    '"Umsatz gebucht"\n'
    f'"{GIRO}";"01.11.26";"01.11.26";"GEHALT/RENTE";"LOHN 10/26";"";"";"";"";"";"";"Alm GmbH";'
    '"DE02100100100006820101";"X";"2.400,00";"EUR";"Umsatz gebucht"\n'
    f'"{GIRO}";"01.11.26";"01.11.26";"FOLGELASTSCHRIFT";"1021 . SPOTIF, Ihr Einkauf bei Spotify AB"'
    ';"";"";"";"";"";"";"PayPal Europe S.a.r.l.";"LU89751000135104200E";"X";"-9,99";"EUR";'
    '"Umsatz gebucht"\n'
    f'"{GIRO}";"31.10.26";"31.10.26";"BARGELDAUSZAHLUNG";"31.10/12.02UHR Mitte";"";"";"";"";"";"";'
    '"GA NR00002211 BLZ10050000";"DE02100500000054540402";"X";"-100,00";"EUR";"Umsatz gebucht"\n'
    f'"{GIRO}";"30.10.26";"30.10.26";"ENTGELTABSCHLUSS";"Entgeltabrechnung";"";"";"";"";"";"";"";'
    '"0000000000";"10050000";"-4,90";"EUR";"Umsatz gebucht"\n'
    f'"{GIRO}";"04.11.26";"04.11.26";"KARTENZAHLUNG";"Vormerkung";"";"";"";"";"";"";"Kino Lux";'
    '"";"";"-12,00";"EUR";"Umsatz vorgemerkt und nicht gebucht"\n'
)
DKB = (
    f'"Girokonto";"{GIRO}"\n"Kontostand vom 05.11.2026:";"1.234,56 €"\n""\n'
    '"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";'
    '"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID";"Mandatsreferenz";'
    '"Kundenreferenz"\n'
    f'"02.11.26";"02.11.26";"Gebucht";"Max Muster";"Max Muster";"Sparen";"Ausgang";"{SAVINGS}";'
    '"-500";"";"";""\n'
    '"01.11.26";"01.11.26";"Gebucht";"Max Muster";"Ina Holt";"Miete November";"Ausgang";'
    '"DE02500105170137075030";"-900,00";"";"";""\n'
    '"01.11.26";"01.11.26";"Gebucht";"Ben Roth";"Max Muster";"Pizza";"Eingang";'
    '"DE02100100100006820101";"12,50";"";"";""\n'
)
ING = (
    f"Umsatzanzeige;Datei erstellt am: 05.11.2026 10:00\n\n"
    f"IBAN;{SAVINGS[:4]} 1203 0000 0000 2020 51\n"
    "Kontoname;Extra-Konto\nBank;ING\nKunde;Max Muster\nZeitraum;01.10.2026 - 05.11.2026\n"
    "Saldo;10.500,00;EUR\n\n"
    "Buchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;"
    "Betrag;Währung\n"
    "03.11.2026;03.11.2026;Max Muster;Gutschrift;Sparen;10.500,00;EUR;500,00;EUR\n"
    "31.10.2026;31.10.2026;;Zins/Dividende;Zinsen Oktober;10.000,00;EUR;12,00;EUR\n"
)
N26 = (
    '"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference",'
    '"Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"\n'
    '2026-11-02,2026-11-01,"Blue Door",,Presentment,"",Main Account,-9.20,-10.00,USD,0.92\n'
    '2026-11-03,2026-11-03,"Ida Klee",DE02500105170137075030,"Credit Transfer",Tickets,'
    "Main Account,40.00,,,\n"
)
REVOLUT = (
    "Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance\n"
    "CARD_PAYMENT,Current,2026-11-01 10:00:00,2026-11-02 11:00:00,SumUp *Cafe Blau,-3.50,0.00,EUR,"
    "COMPLETED,96.50\n"
    "CARD_REFUND,Current,2026-11-02 10:00:00,2026-11-03 11:00:00,Zara,20.00,0.00,EUR,COMPLETED,"
    "116.50\n"
    "TRANSFER,Current,2026-11-03 10:00:00,2026-11-03 10:00:00,To Rosa Lind,-20.00,0.00,EUR,"
    "COMPLETED,96.50\n"
    "EXCHANGE,Current,2026-11-04 10:00:00,2026-11-04 10:00:00,Exchanged to USD,-50.00,0.00,EUR,"
    "COMPLETED,46.50\n"
    "TOPUP,Current,2026-11-05 10:00:00,2026-11-05 10:00:00,Top-Up by *1234,100.00,0.00,EUR,"
    "COMPLETED,146.50\n"
    "ATM,Current,2026-11-06 10:00:00,2026-11-06 10:00:00,Cash at Main Street,-40.00,0.00,EUR,"
    "COMPLETED,106.50\n"
)
MONZO = (
    "Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,Local currency,"
    "Notes and #tags,Address,Receipt,Description,Category split,Money Out,Money In\n"
    "tx_01,02/11/2026,10:00:00,Card payment,Pret,,Eating out,-4.10,GBP,-4.10,GBP,,,,PRET LONDON,,"
    "-4.10,\n"
    "tx_02,13/11/2026,10:00:00,Pot transfer,Holiday Pot,,Savings,-50.00,GBP,-50.00,GBP,,,,Holiday,,"
    "-50.00,\n"
    "tx_03,14/11/2026,10:00:00,Faster payment,Sam Hill,,Transfers,-15.00,GBP,-15.00,GBP,,,,Dinner,,"
    "-15.00,\n"
    "tx_04,15/11/2026,10:00:00,Card payment,Le Pain,,Eating out,-8.70,GBP,-10.00,EUR,,,,LE PAIN,,"
    "-8.70,\n"
)
CHASE = (
    "Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #\n"
    "DEBIT,11/02/2026,STARBUCKS STORE 12345 SEATTLE WA,-5.40,DEBIT_CARD,994.60,\n"
    "DEBIT,11/03/2026,Online Transfer to SAV ...9921 transaction#: 4711,-200.00,ACCT_XFER,794.60,\n"
    "DEBIT,11/05/2026,Payment to Chase card ending in 7788 11/05,-120.00,LOAN_PMT,674.60,\n"
    "CREDIT,11/15/2026,ACME CORP PAYROLL PPD ID: 123456,1500.00,ACH_CREDIT,2174.60,\n"
    "DEBIT,11/16/2026,ATM WITHDRAWAL 004711 11/16 MAIN ST,-60.00,ATM,2114.60,\n"
)
CHASE_CARD = (
    "Card,Transaction Date,Post Date,Description,Category,Type,Amount,Memo\n"
    "7788,10/03/2026,10/05/2026,WHOLEFDS PDX 10220,Groceries,Sale,-80.00,\n"
    "7788,10/12/2026,10/13/2026,TRANSFER CITY TOYS,Shopping,Sale,-55.00,\n"
    "7788,10/20/2026,10/21/2026,TRANSFER CITY TOYS,Shopping,Return,15.00,\n"
    "7788,11/05/2026,11/06/2026,Payment Thank You - Web,,Payment,120.00,\n"
)
BANK_OF_AMERICA = (
    'Description,,Summary Amt.\nBeginning balance as of 11/01/2026,,"1,000.00"\n'
    'Ending balance as of 11/30/2026,,"2,379.50"\n\nDate,Description,Amount,Running Bal.\n'
    '11/01/2026,Beginning balance as of 11/01/2026,,"1,000.00"\n'
    '11/05/2026,"CHECKCARD 1104 TARGET T-1234 PORTLAND OR","-20.50","979.50"\n'
    '11/14/2026,"AMERICAN EXPRESS DES:ACH PMT EPAYMENT ID:M1234","-100.00","879.50"\n'
    '11/16/2026,"ACME DES:PAYROLL ID:XXXXX","1,500.00","2,379.50"\n'
)
BARCLAYS = (
    "Number,Date,Account,Amount,Subcategory,Memo\n"
    " ,02/11/2026,20-00-00 12345678,-12.00,Debit,TESCO STORES 2041     ON 01 NOV CLP\n"
    " ,13/11/2026,20-00-00 12345678,-30.00,Direct Debit,COUNCIL TAX LEEDS\n"
    " ,14/11/2026,20-00-00 12345678,25.00,Funds Transfer,S HILL RENT SHARE\n"
)
PAYPAL = (
    '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net",'
    '"From Email Address","Transaction ID","Balance"\n'
    '"02/11/2026","10:00:00","UTC","","Bank Deposit to PP Account","Completed","EUR","9.99","0.00",'
    '"9.99","","4AB12345CD678901E","9.99"\n'
    '"13/11/2026","10:00:01","UTC","Spotify AB","PreApproved Payment Bill User Payment",'
    '"Completed","EUR","-9.99","0.00","-9.99","","5AB12345CD678902E","0.00"\n'
    '"14/11/2026","10:00:01","UTC","Shoe Shop","Payment Refund","Completed",'
    '"EUR","30.00","0.00","30.00","","6AB12345CD678903E","30.00"\n'
)
WISE = (
    '"TransferWise ID",Date,Amount,Currency,Description,"Payment Reference","Running Balance",'
    '"Exchange From","Exchange To","Exchange Rate","Payer Name","Payee Name",'
    '"Payee Account Number","Merchant","Card Last Four Digits"\n'
    'CARD-1,13-11-2026,-7.00,GBP,"Card transaction of 7.00 GBP issued by Pret",,93.00,,,,,,,'
    "Pret,4711\n"
    'TRANSFER-2,14-11-2026,-20.00,GBP,"Sent money to Sam Hill",Dinner,73.00,,,,,"Sam Hill",'
    "12345678,,\n"
    'BALANCE-3,15-11-2026,-30.00,GBP,"Converted 30.00 GBP to 35.00 EUR",,43.00,GBP,EUR,1.16,,,,,\n'
)
UBS = (
    "Kontonummer:;0234 00123456.40;\nIBAN:;CH93 0076 2011 6238 5295 7;\nVon:;2026-11-01;\n"
    "Bis:;2026-11-05;\nAnfangssaldo:;1100.00;\nSchlusssaldo:;987.50;\nBewertet in:;CHF;\n"
    "Anzahl Transaktionen in diesem Zeitraum:;2;\n\n"
    "Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;"
    "Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;\n"
    "2026-11-01;18:00:00;2026-11-02;2026-11-02;CHF;-12.50;;;1087.50;9930811;Migros M 1234;"
    "Zahlung Debitkarte;;;\n"
    "2026-11-03;09:00:00;2026-11-03;2026-11-03;CHF;-100.00;;;987.50;9930812;Bancomat UBS;"
    "Bargeldbezug;;;\n"
)
PLAIN = (
    "Date,Description,Amount\n2026-11-02,REWE SAGT DANKE 4711,-54.20\n2026-11-03,Salary,900.00\n"
)
