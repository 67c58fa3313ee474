"""The words of a question that say how something is asked, not what it is about."""

from __future__ import annotations

from runwright.context.index.words import STOP, word_set

_ASKING = word_set("""
    add calculate check compute count display find give got get gets getting go goes going gone
    went list look much many name need know please put say see show tell want was work would
    how ever often time times when where which who whom why yet already altogether overall
    combined together approximately roughly exactly about around actually currently far date
    dates day days im ive id whats hows total totals totalling sum sums figure figures number
    numbers amount amounts added plus minus up down breakdown broken grouped group split detail
    details summary summarise summarize report overview table chart break all every each per
    any anything everything something nothing also else did does done have has had having been
    being be is are were will isnt didnt havent hasnt wasnt make made making take took taken
    took use used using via through one ones visit visits visited visiting thing things stuff
    kind kinds type types item items same single individual only really today tonight yesterday
    tomorrow now past ago since until till before after during while between within last latest
    recent recently previous next first earliest newest current present month months monthly
    week weeks weekly daily year years yearly annual annually quarter quarters quarterly
    weekday weekdays weekend weekends period average averages mean median typical typically
    usual usually normally regular regularly largest biggest highest greatest most maximum max
    top big large high smallest lowest least minimum min small low cheap cheaper cheapest
    cheaply expensive pricey priciest costliest costly best worst frequent frequently compare
    compared comparing comparison versus vs difference differ different more less fewer than
    higher lower bigger smaller larger greater change changed changes increase increased rise
    rose decrease decreased drop dropped grow grew fell fall against two three four five six
    seven eight nine ten twenty dozen percent percentage share shares proportion fraction
    portion rank ranking ranked sort sorted develop developed develops development evolve evolved
    trend
""")
_MONEY = word_set("""
    spend spends spent spending spendings pay pays paid paying payed cost costs costing price
    prices priced charge charges charged earn earns earned earning earnings income incomes
    incoming outgoing outgoings outflow outflows inflow inflows receive received receives
    receiving revenue expense expenses expenditure expenditures payment payments transaction
    transactions booking bookings purchase purchases purchased bought buy buying buys money
    monies worth value sent send sending gave giving transferred deposited credited debited
    debit debits credit credits booked settle settled owe owed lose lost save saved net
    cash_flow balance merchant merchants vendor vendors seller sellers shop shops store stores
    payee payees counterparty counterparties recipient recipients company companies supplier
    suppliers place places category categories currency currencies account accounts card cards
    bank banks statement statements finance finances financial record records history ledger
    data people person someone anyone somebody anybody amounted come came coming arrive arrived
    left remain remains return returned back dear dearer dearest pricier given towards toward onto
""")
_FILLING = word_set("""
    client clients customer customers provider providers brand brands retailer retailers chain
    business businesses source sources raise raised raises hike hiked put puts
    us me i we you long diff pls plz please thx thanks thank cheers hey hi hello ok okay well
    um hmm kindly quick quickly just simply maybe perhaps like wanna gonna wish wonder
    wondering curious interested remind recall remember guess think believe suppose hope idea
    clue question help could can may might should shall must let lets gimme grand full fully
    whole entire entirely complete completely precise precisely rough rounded approx circa real
    actual literally basically honestly presently right lately yet still again once twice never
    always sometimes anyway though however too myself ourselves personally exact outright bit
    lot lots bunch couple few several many various certain particular specific mine ours own
    end start beginning dear mate buddy quite rather pretty tally tallied add adding adds
    calculated rack racked blow blew blown burn burned drop splash splashed fork forked shelled
    pocket hand handed order ordered ordering orders eat ate eaten drink drank drunk dine dined
    use uses owe owes owing run runs running keep kept set sets turned turn turns look looks
    looking looked seem seems say says said mean means meant ask asking asked try trying tried
    able possible possibly wanted needs needed likely probably definitely surely ballpark noted
    recorded logged registered listed shown appear appears happen happened happens occur
    occurred occurs ended wind wound including included include includes involving regarding
    concerning related belonging respectively sorry excuse forgot forget lost track
""")
_PLAIN = STOP | _ASKING | _MONEY | _FILLING
FRAME = _PLAIN | {word.replace("'", "") for word in _PLAIN}
"""Words that are no subject."""
WEAK = word_set("""
    bill bills invoice invoices ticket tickets fee fees subscription subscriptions membership
    contract plan service services product products order orders shopping trip new old transfer
    transfers standing instalment instalments rate rates receipt receipts costs pass monthly
    annual yearly entry entries deal session deposit deposits installment stuff again
    appointment trips visits run runs purchase ltd limited gmbh inc corp llc plc ag sarl
""")
"""Words that say what kind of paper or payment it was; beside a name they need not be found."""
SEPARATORS = frozenset({"and", "or", ",", "&", "/", "+"})
EXCEPT = (
    r"\b(?:excluding|exclude|except(?: for)?|without|other than|apart from|aside from"
    r"|not counting|not including|leaving out|besides|ignoring)\b"
)
"""A pattern: what follows is not to be counted."""
