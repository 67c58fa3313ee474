"""A home and what recurs: rent, utilities, insurance, health, school, banks, taxes."""

from __future__ import annotations

from runwright.engine.ledger.lexicon.types import Category

CATEGORIES = (
    Category(
        "rent",
        "rent, rents, rental payment, rent payments",
        "miete, kaltmiete, warmmiete, mietzahlung, hausverwaltung, loyer, alquiler, affitto, "
        "huur, landlord, vermieter, letting, lettings, tenancy, wohnungsbau, "
        "wohnungsgenossenschaft, vonovia, deutsche wohnen, degewo, gewobag, foncia, "
        "property management",
    ),
    Category(
        "mortgage",
        "mortgage, mortgages, home loan, house loan",
        "hypothek, baufinanzierung, immobilienkredit, pret immobilier, hipoteca, mutuo, "
        "bausparkasse",
    ),
    Category(
        "electricity",
        "electricity, electric*, power*, electricity bill, power bill, energy*, energy bill, "
        "electric company, power company, energy company, energy supplier, energy provider, "
        "electricity provider, electricity supplier",
        "strom, stromabschlag, stromrechnung, stromversorgung, elektrizitat, elektrizitatswerk, "
        "electricite, electricidad, eletricidade, energia electrica, energia eletrica, "
        "elettricita, energia elettrica, elektriciteit, energie, energia, luz y gas, recibo luz, "
        "recibo de luz, factura luz, fatura da luz, conta da luz, conta de luz, bolletta luce, "
        "luce e gas, electric co, electric supply, power and light, light and power, "
        "energy supply, energy co, energy ltd, energy limited, energy plc, energy gmbh, "
        "energy bv, energy retail, energy services, edf, engie, ekwateur, plum energie, eon, "
        "e on, vattenfall, enbw, rwe, ewe vertrieb, mainova, rheinenergie, lichtblick, "
        "naturstrom, entega, yello, tibber, wien energie, kelag, ewz, bkw, ckw, axpo, "
        "stadtwerke, octopus energy, octopus energie, octopus, ovo energy, bulb energy, "
        "scottish power, scottishpower, sse, npower, british gas, utilita, utility warehouse, "
        "shell energy, electric ireland, airtricity, esb, bord gais, iberdrola, endesa, naturgy, "
        "holaluz, edp, galp energia, galp power, goldenergy, coopernico, enel, a2a, sorgenia, "
        "acea, edison energia, eni plenitude, hera comm, iren mercato, eneco, essent, "
        "greenchoice, vandebron, budget energie, luminus, tauron, pge obrot, cez prodej, fortum, "
        "orsted, hafslund, ellevio, pg e, con edison, coned, duke energy, national grid, "
        "dominion energy, xcel energy, firstenergy, entergy, comed, pseg, eversource, "
        "dte energy, consumers energy, southern california edison, sce, fpl, florida power, "
        "georgia power, hydro one, bc hydro, hydro quebec, agl, origin energy, energyaustralia",
    ),
    Category(
        "gas and heating",
        "gas bill, heating, heating bill, gas supply, heating oil, gas company, gas provider, "
        "gas supplier",
        "erdgas, fernwarme, heizung, heizkosten, heizol, gasag, gasversorgung, chauffage, gaz, "
        "calefaccion, gas natural, riscaldamento, stadsverwarming, british gas, gas networks, "
        "bord gais, grdf, gaz de bordeaux, italgas, eni gas, lisboagas, setgas, portgas, "
        "southern california gas, socalgas, nicor gas, peoples gas",
    ),
    Category(
        "water",
        "water*, water bill, water supply, sewage, water company, water utility, water board, "
        "water authority, water department, water provider",
        "wasser, wasserbetriebe, wasserwerke, wasserwerk, wasserverband, wasserversorgung, "
        "hamburg wasser, abwasser, eau, veolia, suez eau, saur, eau de paris, aigues, aqualia, "
        "agua, canal isabel, canal de isabel, epal, smas, acqua, acquedotto, publiacqua, vitens, "
        "evides, waternet, brabant water, water district, water services, waterworks, "
        "thames water, severn trent, united utilities, anglian water, yorkshire water, "
        "southern water, south west water, wessex water, northumbrian water, scottish water, "
        "welsh water, dwr cymru, affinity water, irish water, uisce eireann, sydney water, "
        "american water",
    ),
    Category(
        "internet and phone",
        "internet, broadband, phone, phone bill, mobile*, mobile phone, cell phone, telephone, "
        "internet bill, mobile bill, phone contract, wifi, telecom",
        "telekom, deutsche telekom, vodafone, o2, telefonica, 1 1 telecom, 1und1, congstar, "
        "freenet, aldi talk, mobilfunk, orange, sfr, bouygues telecom, free mobile, "
        "free telecom, sosh, bt group, british telecom, bt broadband, ee limited, three mobile, "
        "hutchison 3g, giffgaff, virgin media, sky broadband, talktalk, verizon, t mobile, at t, "
        "comcast, xfinity, spectrum, swisscom, sunrise, salt mobile, a1 telekom, magenta, "
        "tim spa, windtre, iliad, movistar, kpn, ziggo, proximus, telia, telenor, rogers, "
        "bell canada, telus, telstra, optus",
    ),
    Category(
        "utilities",
        "utility, utilities, utility bill, utility bills, household bills, bills*",
        "nebenkosten, council tax, abfall, mullabfuhr, waste collection, rundfunkbeitrag, "
        "rundfunk ard zdf, tv licence, tv licensing",
        parts="electricity, gas and heating, water, internet and phone",
    ),
    Category(
        "gas",
        "gas",
        parts="fuel, gas and heating",
    ),
    Category(
        "housing",
        "housing, home costs, living costs",
        parts="rent, mortgage, utilities",
    ),
    Category(
        "insurance",
        "insurance, insurances, insurance premium, insurance premiums, insurance cover, "
        "insurance policy",
        "versicherung, haftpflicht, hausrat, assurance, assurances, seguro, seguros, "
        "assicurazione, verzekering, allianz, axa, huk, huk coburg, ergo, generali, "
        "zurich insurance, aviva, direct line, admiral, churchill insurance, lemonade, geico, "
        "state farm, progressive, allstate, liberty mutual, maif, macif, matmut, groupama, "
        "mapfre, cosmosdirekt, debeka, signal iduna, gothaer, devk, krankenkasse, "
        "techniker krankenkasse, aok, barmer, bupa",
    ),
    Category(
        "pharmacy",
        "pharmacy, pharmacies, medicine, medicines, medication, drugstore, drugstores, chemist",
        "apotheke, pharmacie, farmacia, apteka, apotheek, boots, superdrug, lloyds pharmacy, "
        "cvs, walgreens, rite aid, docmorris, shop apotheke, dm drogerie, dm drogeriemarkt, "
        "dm fil, rossmann, muller drogerie",
    ),
    Category(
        "health",
        "health*, healthcare, health care, medical, doctor, doctors, doctor bills, dentist, "
        "dentists, dental, medical bills, therapist, therapy, physiotherapy, hospital, optician",
        "arzt, arztin, zahnarzt, zahnarztin, praxis, klinik, clinic, krankenhaus, physio, "
        "medecin, docteur, dentiste, hopital, clinique, kinesitherapeute, medico, dentista, "
        "ospedale, clinica, dermatology, surgery, orthodontist, orthopadie, optik, optiker, "
        "fielmann, apollo optik, specsavers, vision express, laboratory, labor, hausarzt, "
        "psychotherapie, vet, veterinary",
        parts="pharmacy",
    ),
    Category(
        "education",
        "education, tuition, school*, school fees, university, course*, courses*, training*, "
        "studies*, tuition fees",
        "schule, universitat, hochschule, studiengebuhr, semesterbeitrag, volkshochschule, vhs, "
        "ecole, universite, formation, universidad, udemy, coursera, skillshare, duolingo, "
        "babbel, college, academy, akademie, sprachschule, student loan, examination fee",
    ),
    Category(
        "childcare",
        "childcare, child care, kids*, children*, nursery, kindergarten, daycare, babysitter",
        "kita, kindertagesstatte, creche, hort, babysitting, spielzeug, toys, smyths, toys r us",
    ),
    Category(
        "bank fees",
        "fee*, fees*, bank fee, bank fees, bank charges, account fees, overdraft, card fees",
        "plan fee, card delivery fee, gebuhr, gebuhren, kontofuhrung, kontofuhrungsgebuhr, "
        "entgelt, entgeltabschluss, frais, frais bancaires, cotisation carte, comision, "
        "commissione, service charge, maintenance fee, foreign transaction fee, atm fee, "
        "late fee, overdraft fee, uberziehungszinsen, sollzinsen",
    ),
    Category(
        "taxes",
        "tax, taxes, income tax, council tax, tax payments, tax man, taxman, tax office*",
        "steuer, finanzamt, einkommensteuer, kfz steuer, grundsteuer, impot, impots, dgfip, "
        "tresor public, urssaf, hmrc, irs, usataxpymt, franchise tax, agenzia entrate, "
        "agencia tributaria, belastingdienst, zoll, customs duty, inland revenue, "
        "gst payment, vat payment, revenue agency, tax office, tax authority, skatteverket, "
        "skatteetaten, autoridade tributaria, umsatzsteuer, gst return, vat return",
    ),
    Category(
        "loans",
        "loan, loans, loan repayment, loan repayments, credit repayment, debt*, instalments, "
        "installments",
        "kredit, darlehen, ratenzahlung, tilgung, remboursement pret, prestamo, klarna, affirm, "
        "afterpay, clearpay, ratenkredit, car finance, auto loan",
    ),
    Category(
        "savings and investments",
        "investment, investments, investing, saving plan, savings plan, stocks, etf, etfs",
        "sparplan, depot, wertpapier, wertpapiere, trade republic, scalable capital, vanguard, "
        "fidelity, schwab, robinhood, etoro, degiro, comdirect depot, hargreaves lansdown, "
        "trading 212, coinbase, kraken, bitpanda, binance, assurance vie, livret",
    ),
    Category(
        "cash",
        "cash, withdraw, withdrew, withdrawn, cash withdrawal, cash withdrawals, withdrawal, "
        "withdrawals, atm, atms, cash machine",
        "geldautomat, bargeld, bargeldauszahlung, barauszahlung, auszahlung, retrait, "
        "retrait dab, dab, cajero, reintegro, prelievo, bancomat, geldautomaat, cashpoint, "
        "abhebung",
    ),
)
