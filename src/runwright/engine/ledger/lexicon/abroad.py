"""Signs of the same categories in further languages and countries.

Words that shops of a kind put into their names in Portuguese, Spanish, Italian, Dutch, the Nordic
languages and Polish, and chains that many people of a country know.
"""

from __future__ import annotations

from collections.abc import Mapping

SIGNS: Mapping[str, str] = {
    "salary": (
        "ordenado, vencimento, salario, sueldo, pensja, wynagrodzenie, lon, palkka, salaris"
    ),
    "interest and dividends": ("juros, intereses, interessi, rente tegoed, ranta"),
    "groceries": (
        "supermercado, mercearia, minimercado, hipermercado, talho, peixaria, frutaria, "
        "padaria, charcutaria, carniceria, pescaderia, fruteria, panaderia, verduleria, "
        "ultramarinos, macelleria, panificio, salumeria, alimentari, pescheria, ortofrutta, "
        "boucherie, boulangerie, epicerie, poissonnerie, primeur, fromagerie, traiteur, "
        "slagerij, bakkerij, groenteboer, kaashandel, bageri, slagter, kobmand, sklep "
        "spozywczy, piekarnia, delikatesy, greengrocer, butcher, butchers, fishmonger, "
        "grocer, grocers, delicatessen, deli, bakery, farm shop, farmers market, food "
        "market, metzgerei, hofladen, feinkost, wochenmarkt, minipreco, celeiro, apolonia, "
        "pingo doce, continente, froiz, alimerka, eroski, hipercor, ahorramas, consum, "
        "bonpreu, pam panorama, despar, eurospin, picard, naturalia, biocoop, franprix, "
        "delhaize, colruyt, plus supermarkt, hemkop, willys, city gross, meny, fotex, "
        "bilka, irma, k market, s market, alepa, prisma, lewiatan, stokrotka, dunnes, "
        "supervalu, centra, booths, countdown, pak n save, paknsave, new world, four "
        "square, iga, harris farm, sobeys, metro grocery, publix, wegmans, heb, hannaford, "
        "giant food"
    ),
    "coffee": (
        "cafetaria, pastelaria, cafeteria, gelataria, gelateria, heladeria, pasticceria, "
        "patisserie, salon de the, konditorei, konditori, kaffebar, kawiarnia, coffee "
        "roasters, roastery, tea room, tearoom, espresso bar, kaffeehaus, granier, padaria "
        "portuguesa, costa coffee, tim hortons"
    ),
    "restaurants": (
        "tasca, taberna, cervejaria, marisqueira, churrasqueira, adega, petiscos, "
        "restaurante, bistrot, bistro, brasserie, auberge, creperie, mesón, meson, asador, "
        "chiringuito, taqueria, cerveceria, osteria, trattoria, tavola calda, enoteca, "
        "eetcafe, eethuis, pannenkoekenhuis, krog, kro, restauracja, karczma, pierogarnia, "
        "gastropub, tavern, diner, eatery, canteen, grill, grillhouse, steakhouse, noodle, "
        "noodles, ramen, dumpling, curry, tandoori, taverna, bodega, beer garden, wine bar, "
        "cocktail bar, fish and chips, chippy, takeaway, takeout, kantine, wirtshaus, "
        "gasthaus"
    ),
    "fitness": (
        "ginasio, gimnasio, palestra, piscina, natacao, fitness hut, holmes place, solinca, "
        "viva gym, health club, leisure centre, sports club, swim school, swimming, tennis "
        "club, rowing club, yoga, pilates, gym, boulder, climbing hall, sportschool, sats, "
        "actic"
    ),
    "entertainment": (
        "cinemateca, teatro, museu, cinema, cine, bilheteira, ticketline, concerto, "
        "entradas, musei, galerie, gallery, gallerie, kunsthalle, bioscoop, schouwburg, "
        "biograf, bio, opera house, playhouse, philharmonic, concert hall, kayak, kayaks, "
        "escape room, theme park, aquarium, planetarium"
    ),
    "electronics": (
        "worten, radio popular, mediaworld, unieuro, coolblue, elgiganten, power dk, jb hi "
        "fi, noel leeming"
    ),
    "home and garden": (
        "aki, maxmat, bricor, casa shop, tok stok, viveiro, drogaria, ferreteria, "
        "ferramenta, quincaillerie, droguerie, jardinerie, bricolage, karwei, gamma, praxis "
        "bouwmarkt, bunnings, mitre 10, hardware store, garden centre, garden center, "
        "nursery garden, canac, rona, plantes"
    ),
    "pets": (
        "veterinario, veterinaria, clinica veterinaria, vet, vets, veterinary, vet clinic, "
        "kennel, kennels, animal hospital, dyrlaege, dierenarts, tiendanimal, maxi zoo, "
        "petstock, pet barn, animates, dog groomer, grooming salon"
    ),
    "donations and gifts": (
        "florista, floristeria, fioraio, bloemen, blomster, donativos, donacion, caritas"
    ),
    "hair and beauty": (
        "cabeleireiro, cabeleireira, barbearia, barberia, parrucchiere, kapper, kapsalon, "
        "frisor, fryzjer, estetica, hair salon, hair studio, barbershop, barber"
    ),
    "fuel": (
        "gasolina, combustivel, posto de abastecimento, prio, gull, z energy, caltex, "
        "ampol, petro canada, tankstation, st1, okq8, orlen, gas station, service station"
    ),
    "trains": (
        "comboios, comboio, cp comboios, fertagus, trenes, cercanias, ferrocarril, treni, "
        "ferrovie, trein, nederlandse spoorwegen, sj ab, dsb, vy tog, pkp, koleje, irish "
        "rail, kiwirail"
    ),
    "public transport": (
        "metropolitano, metro de lisboa, metro do porto, carris, stcp, transtejo, soflusa, "
        "viva viagem, navegante, autobus, autobuses, emt madrid, tram, gtt, atac, tper, de "
        "lijn, stib, ruter, skanetrafiken, snapper, ferry pass, at hop, translink"
    ),
    "taxis": ("taxis, tuk tuk, taxify, yango, didi, 13cabs"),
    "car": (
        "via verde, portagem, portagens, estacionamento, emel, oficina, peaje, "
        "aparcamiento, taller, pedaggio, parcheggio, officina, autostrade, parkeren, "
        "garage, parkering, motors, tyres, car service, car wash, autowerkstatt, werkstatt, "
        "parking, mot test, inspecao automovel, itv"
    ),
    "flights": (
        "tap air portugal, tap, sata, azores airlines, iberia, air europa, ita airways, "
        "sas, norwegian air, finnair, lot polish, air new zealand, jetstar, qantas, air "
        "canada, westjet, airport express"
    ),
    "hotels": (
        "pensao, pousada, residencial, hostal, parador, albergo, agriturismo, pensione, "
        "locanda, gite, chambres d hotes, chambre d hotes, herberg, vandrehjem, holiday "
        "park, guest house, guesthouse, lodge, inn, b b"
    ),
    "rent": (
        "renda, renda casa, arrendamento, senhorio, czynsz, hyra, husleje, canone locazione, loyers"
    ),
    "electricity": (
        "luz, eletricidade, meridian energy, mercury nz, genesis energy, contact energy, "
        "elering, power bill, electricity bill"
    ),
    "water": ("aguas, agua e saneamento, aguas do porto, water care"),
    "internet and phone": (
        "meo, nos comunicacoes, nos, nowo, vodafone portugal, masmovil, yoigo, jazztel, "
        "fastweb, wind tre, tele2, comviq, tdc, telmore, ice net, elisa, play pl, orcon, "
        "skinny mobile, 2degrees, spark nz, one nz, slingshot, digi"
    ),
    "insurance": (
        "seguradora, fidelidade, ageas, tranquilidade, lusitania seguros, multicare, medis, "
        "zurich, linea directa, mutua, unipol, unipolsai, polizza, tryg, folksam, pzu, "
        "tower insurance, aa insurance, caser"
    ),
    "pharmacy": ("farmacias, parafarmacia, apotek, apteka, chemist warehouse, pharmacie"),
    "health": (
        "cuf, hospital, clinica dentaria, dentaria, dentario, medicina dentaria, oculista, "
        "optica, otica, ottica, opticien, oogarts, tandarts, tandlege, tandlakare, "
        "tandlaege, huisarts, fisioterapia, fisioterapeuta, osteopata, osteopathe, "
        "psicologo, psicologa, psychologist, dentist, dental, optician, opticians, "
        "optometrist, specs, eyewear, analises clinicas, poliambulatorio, przychodnia"
    ),
    "education": (
        "escola, colegio, academia, faculdade, curso, formacao, propinas, universidade, "
        "istituto, scuola, skole, skola, szkola, language school, music school, goethe "
        "institut, alliance francaise, instituto cervantes, conservatorio, tutoring"
    ),
    "childcare": (
        "creche e jardim, infantario, ama, guarderia, asilo nido, kinderopvang, barnehage, "
        "after school care"
    ),
    "bank fees": (
        "comissao, comissoes, imposto do selo, imposto selo, manutencao de conta, anuidade, "
        "mantenimiento, spese conto, account fee, annual fee, card fee"
    ),
    "taxes": (
        "financas, imposto, irs pagamento, seguranca social, seguridad social, iva, modelo "
        "130, modelo 303, agenzia delle entrate, f24, inps, revenue commissioners, social "
        "security contribution, imi, iuc"
    ),
    "loans": ("prestacao, credito habitacao, emprestimo, cuota prestamo, finanziamento, lening"),
    "cash": (
        "levantamento, multibanco, cash at, atm withdrawal, retirada, pinopname, "
        "kontanthaevning, uttag, bankomat"
    ),
    "streaming": ("rtp play, skyshowtime, filmin, viaplay, neon tv, stan, binge"),
    "subscriptions": (
        "assinatura, quota, deepl, trados, memoq, grammarly, canva, figma, squarespace, "
        "wix, google workspace, microsoft, evernote, proton, publico, expresso, el pais, "
        "financial times, new yorker, cloud hosting, domain registrar, namecheap, godaddy, "
        "hosting"
    ),
    "shopping": (
        "papelaria, papeleria, cartoleria, papeterie, tabacaria, estanco, tabacchi, bazar, outlet"
    ),
}
"""Further signs by the name of the category."""
