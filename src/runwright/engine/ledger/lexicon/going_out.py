"""Eating, shopping and pastimes."""

from __future__ import annotations

from runwright.engine.ledger.lexicon.types import Category

CATEGORIES = (
    Category(
        "groceries",
        "grocery, groceries, food shopping, grocery shopping, supermarket, supermarkets, "
        "grocery store, grocery stores, weekly shop",
        "grocer, greengrocer, butcher, bakery, baker, supermarkt, lebensmittel, backerei, "
        "metzgerei, hofladen, wochenmarkt, supermarche, boulangerie, boucherie, epicerie, "
        "primeur, supermercado, panaderia, carniceria, fruteria, supermercato, panetteria, "
        "alimentari, tesco, sainsbury, asda, morrisons, waitrose, ocado, co op food, "
        "iceland foods, marks spencer food, m s food, lidl, aldi, rewe, edeka, kaufland, "
        "netto marken, netto, penny markt, penny, norma, tegut, alnatura, denns, bio company, "
        "nahkauf, spar, interspar, billa, hofer, migros, denner, coop, volg, carrefour, leclerc, "
        "auchan, intermarche, monoprix, franprix, super u, hyper u, biocoop, picard, "
        "geant casino, mercadona, eroski, alcampo, esselunga, conad, pam panorama, eurospin, "
        "albert heijn, jumbo, colruyt, delhaize, whole foods, wholefds, trader joe, safeway, "
        "kroger, publix, wegmans, heb, food lion, stop shop, giant food, albertsons, "
        "sprouts farmers, winco, meijer, instacart, gorillas, flink, getir, woolworths, coles, "
        "loblaws, sobeys, ica, biedronka, zabka, rema 1000, k market, pingo doce, continente, "
        "dunnes, supervalu, centra, market basket, farmers market, kiosk",
    ),
    Category(
        "coffee",
        "coffee, coffees, coffee shop, coffee shops, cafe, cafes, coffeeshop",
        "starbucks, costa, caffe, kaffee, kaffeehaus, espresso, cappuccino, pret a manger, pret, "
        "caffe nero, nero, peet, blue bottle, tim hortons, dunkin, tchibo, balzac, "
        "einstein kaffee, the barn, segafredo, lavazza, nespresso, gloria jean, cafeteria, "
        "roastery, roasters",
    ),
    Category(
        "restaurants",
        "restaurant, restaurants, eating out, eat out, dining, dining out, dine out, takeaway, "
        "takeaways, takeout, take out, fast food, food delivery, meals out, "
        "going out to eat, meal*, meals*",
        "ristorante, restaurante, trattoria, osteria, pizzeria, pizza, bistro, brasserie, diner, "
        "grill, steakhouse, sushi, ramen, burger, burgers, kebab, doner, imbiss, gasthaus, "
        "gasthof, wirtshaus, brauhaus, kantine, canteen, mensa, taverna, taqueria, noodle, bbq, "
        "pub, bar, tapas, creperie, gelateria, eisdiele, lunch, dinner, brunch, breakfast, "
        "mcdonald, kfc, subway restaurant, burger king, five guys, wendy, taco bell, chipotle, "
        "pizza hut, domino, papa john, nando, wagamama, pizza express, greggs, vapiano, nordsee, "
        "hans im gluck, l osteria, block house, flunch, hippopotamus, panera, shake shack, "
        "cheesecake factory, olive garden, applebee, deliveroo, uber eats, ubereats, just eat, "
        "lieferando, takeaway com, doordash, grubhub, foodora, glovo, wolt, wetherspoon, itsu",
    ),
    Category(
        "food",
        "food*, food and drink, food and drinks",
        parts="groceries, coffee, restaurants",
    ),
    Category(
        "fitness",
        "gym, gyms, fitness*, gym membership, sport*, sports*, yoga, swimming",
        "fitnessstudio, fitness first, mcfit, fitx, john reed, urban sports, basic fit, puregym, "
        "the gym group, david lloyd, virgin active, planet fitness, la fitness, equinox, "
        "crossfit, pilates, schwimmbad, piscine, sportverein, boulderhalle, climbing, decathlon",
    ),
    Category(
        "streaming",
        "streaming, streaming services, music streaming, tv streaming",
        "netflix, spotify, disney plus, disneyplus, disney, amazon prime video, prime video, "
        "hulu, hbo, hbo max, paramount, youtube premium, youtube music, apple music, apple tv, "
        "deezer, tidal, dazn, wow tv, sky deutschland, now tv, crunchyroll, audible, canal plus, "
        "rtl plus",
    ),
    Category(
        "subscriptions",
        "subscription, subscriptions, memberships, software subscriptions, software, apps*",
        "abo, abonnement, abonnements, suscripcion, membership, mitgliedsbeitrag, amazon prime, "
        "apple com bill, itunes, icloud, google one, google storage, google play, microsoft 365, "
        "office 365, adobe, dropbox, github, chatgpt, openai, notion, zoom us, slack, 1password, "
        "nordvpn, linkedin premium, patreon, substack, new york times, nytimes, guardian, "
        "the economist, zeit, spiegel, faz, le monde, playstation plus, xbox game pass, "
        "nintendo",
        parts="streaming",
    ),
    Category(
        "entertainment",
        "entertainment, leisure*, fun*, cinema, cinemas, movies, concert, concerts, theatre, "
        "theater, museum, museums, games*, nightlife",
        "kino, movie, film, museo, musee, oper, opera, festival, zoo, eventim, ticketmaster, "
        "eventbrite, stubhub, odeon, vue cinema, cineworld, amc theatres, cinemaxx, cinestar, "
        "uci, ugc, pathe, gaumont, steam games, steampowered, playstation, xbox, bowling, disco, "
        "bundesliga, stadium, stadion, konzert, theaterkasse",
        parts="streaming",
    ),
    Category(
        "clothes",
        "clothes, clothing, fashion*, shoes, apparel, clothes shopping",
        "mode, bekleidung, schuhe, vetements, chaussures, ropa, zapatos, abbigliamento, "
        "boutique, zara, h m, hm com, uniqlo, primark, c a mode, peek cloppenburg, mango, "
        "bershka, asos, zalando, about you, shein, nike, adidas, puma, levi, gap store, "
        "old navy, deichmann, foot locker, snipes, river island, topshop, new look, next retail, "
        "marks spencer, tk maxx, tj maxx, nordstrom, macy, kiabi, celio, vinted, "
        "urban outfitters, massimo dutti, esprit",
    ),
    Category(
        "electronics",
        "electronics, gadgets*, computers, hardware*, tech*",
        "mediamarkt, media markt, saturn, best buy, currys, fnac, darty, boulanger, apple store, "
        "apple retail, conrad electronic, cyberport, notebooksbilliger, alternate, newegg, "
        "micro center, argos, ldlc, euronics, laptop, notebook, iphone, smartphone, samsung, "
        "dell, lenovo, logitech",
    ),
    Category(
        "home and garden",
        "furniture, home improvement, home and garden, diy, household goods, garden, furnishings",
        "ikea, obi, bauhaus, hornbach, toom, hagebau, hellweg, home depot, lowe, b q, wickes, "
        "screwfix, homebase, leroy merlin, castorama, bricomarche, wayfair, westwing, home24, "
        "mobel, xxxlutz, hoffner, roller, poco, maisons du monde, conforama, but meuble, "
        "baumarkt, gartencenter, jysk, habitat, john lewis, dunelm, bed bath",
    ),
    Category(
        "shopping",
        "shopping*, online shopping, purchases online, department stores",
        "amazon, amzn, amzn mktp, ebay, otto versand, aliexpress, temu, etsy, wish com, target, "
        "walmart, wal mart, costco, galeria, kaufhof, karstadt, galeries lafayette, printemps, "
        "el corte ingles, rinascente, bijenkorf, selfridges, harrods, tedi, woolworth, tiger, "
        "flying tiger, bol com, cdiscount, rakuten, veepee, kmart, sephora, douglas, body shop, "
        "lush, thalia, hugendubel, waterstones, wh smith, barnes noble, buchhandlung, librairie, "
        "bookshop, books",
        parts="clothes, electronics, home and garden, books",
    ),
    Category(
        "books",
        "book*, books, bookshop, bookshops, bookstore, bookstores, reading material",
        "livraria, bertrand, wook, libreria, librerie, librairie, buchhandlung, buchladen, "
        "hugendubel, "
        "thalia, dussmann, waterstones, foyles, blackwell, barnes noble, boekhandel, bokhandel, "
        "boghandel, ksiegarnia, whitcoulls, unity books, dymocks, indigo books, casa del libro, "
        "feltrinelli, gibert, almedina, book depository, abebooks, bookshop org",
    ),
    Category(
        "office supplies",
        "office supplies, office material, stationery, printing*, postage, post office, stamps",
        "papelaria, papeterie, papeleria, cartoleria, schreibwaren, burobedarf, staffans, staples, "
        "ctt, ctt correios, correos, la poste, deutsche post, royal mail, postnl, postnord, "
        "poste italiane, "
        "post office, usps, nz post, canada post, print studio, copy shop, print shop, copyshop, "
        "office depot, viking direct, warehouse stationery, muji",
    ),
    Category(
        "pets",
        "pet, pets, pet food, dog*, cat*, vet*, vet bill, vet bills, vet visit*, vet visits*",
        "fressnapf, zooplus, petco, petsmart, pets at home, tierarzt, veterinaire, tierfutter",
    ),
    Category(
        "donations and gifts",
        "donation, donations, charity, charities, gift, gifts, presents, flowers",
        "spende, spenden, donativo, unicef, red cross, rotes kreuz, croix rouge, oxfam, wwf, "
        "greenpeace, amnesty, msf, medecins sans frontieres, arzte ohne grenzen, wikimedia, "
        "florist, blumen, fleuriste, fleurop, interflora, geschenk, cadeau, save the children",
    ),
    Category(
        "hair and beauty",
        "hairdresser, haircut, haircuts, barber, beauty, cosmetics, personal care",
        "friseur, frisor, coiffeur, coiffure, salon, peluqueria, parrucchiere, nails, kosmetik, "
        "spa, massage, wellness, therme",
    ),
)
