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
        "electricity, electric*, power*, electricity bill, power bill, energy*, energy bill",
        "strom, stromabschlag, electricite, edf, engie, eon, e on, vattenfall, enbw, rwe, "
        "lichtblick, naturstrom, octopus energy, ovo energy, bulb energy, scottish power, "
        "scottishpower, sse, npower, iberdrola, endesa, enel, naturgy, pg e, con edison, coned, "
        "duke energy, national grid, entega, yello, tibber, eneco, essent, axpo, stadtwerke, "
        "british gas",
    ),
    Category(
        "gas and heating",
        "gas bill, heating, heating bill, gas supply, heating oil",
        "erdgas, fernwarme, heizung, heizkosten, gasag, chauffage, calefaccion, gas natural, "
        "southern california gas, nicor gas",
    ),
    Category(
        "water",
        "water*, water bill, water supply, sewage",
        "wasser, wasserbetriebe, wasserwerke, abwasser, eau, veolia, suez eau, thames water, "
        "severn trent, united utilities, anglian water, acqua, agua, canal isabel",
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
        "insurance, insurances, insurance premium, insurance premiums, premium*, premiums*",
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
        "gebuhr, gebuhren, kontofuhrung, kontofuhrungsgebuhr, entgelt, entgeltabschluss, frais, "
        "frais bancaires, cotisation carte, comision, commissione, service charge, "
        "maintenance fee, foreign transaction fee, atm fee, late fee, overdraft fee, "
        "uberziehungszinsen, sollzinsen",
    ),
    Category(
        "taxes",
        "tax, taxes, income tax, council tax, tax payments",
        "steuer, finanzamt, einkommensteuer, kfz steuer, grundsteuer, impot, impots, dgfip, "
        "tresor public, urssaf, hmrc, irs, usataxpymt, franchise tax, agenzia entrate, "
        "agencia tributaria, belastingdienst, zoll, customs duty",
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
