"""Getting around and staying elsewhere."""

from __future__ import annotations

from runwright.engine.ledger.lexicon.types import Category

CATEGORIES = (
    Category(
        "fuel",
        "fuel, petrol, gasoline, gas station, gas stations, petrol station, filling up, diesel",
        "tankstelle, tanken, kraftstoff, station service, carburant, essence, gasolinera, "
        "benzinaio, shell, esso, aral, bp, texaco, chevron, exxon, exxonmobil, mobil, sunoco, "
        "totalenergies, total energies, jet tankstelle, star tankstelle, repsol, cepsa, galp, "
        "agip, eni, omv, q8, circle k, avia, westfalen tankstelle, hem tankstelle, valero, "
        "marathon petro",
    ),
    Category(
        "trains",
        "train, trains, train ticket, train tickets, rail, railway, rail ticket",
        "bahn, deutsche bahn, db vertrieb, db fernverkehr, bahncard, fahrkarte, sncf, ouigo, "
        "tgv, thalys, eurostar, trainline, trenitalia, italo, renfe, amtrak, national rail, "
        "lner, gwr, avanti west coast, northern rail, southeastern, scotrail, thameslink, oebb, "
        "obb, sbb, sbb cff, flixtrain, ns reizigers, ns groep, via rail, interrail, eurail, "
        "greater anglia",
    ),
    Category(
        "public transport",
        "public transport, public transportation, bus, buses, metro, tube*, subway*, tram, "
        "underground*, bus ticket, bus tickets, transit*, commuting, commute",
        "tfl, transport for london, oyster, bvg, mvg, mvv, hvv, vbb, rmv, vrr, kvb, ssb, ratp, "
        "navigo, mta, metrocard, bart, septa, wmata, clipper, deutschlandticket, "
        "deutschland ticket, flixbus, megabus, greyhound, national express, stagecoach, arriva, "
        "tmb, atm milano, gvb, opal, myki, presto, wiener linien, zvv, busfahrt, ovpn",
    ),
    Category(
        "taxis",
        "taxi, taxis, cab, cabs, ride sharing, rideshare, ride hailing, ride*, rides*",
        "uber, uber trip, lyft, bolt, freenow, free now, cabify, heetch, grab, ola cabs, gett, "
        "blablacar, minicab, addison lee",
    ),
    Category(
        "car",
        "car*, cars*, car costs, parking, tolls, toll, car repair, car hire, car rental, "
        "rental car",
        "garage, mechanic, autohaus, kfz, werkstatt, parkhaus, parken, parkplatz, parkgebuhr, "
        "peage, autoroute, maut, autostrade, telepass, ezpass, e zpass, ringgo, paybyphone, "
        "easypark, parkster, ncp, apcoa, q park, indigo park, vinci autoroutes, sixt, hertz, "
        "avis, europcar, enterprise rent, budget rent, share now, miles mobility, zipcar, "
        "getaround, turo, kwik fit, halfords, atu, midas, norauto, jiffy lube, autozone, tuv, "
        "car wash, waschstrasse, dvla, adac, parking fine",
    ),
    Category(
        "flights",
        "flight, flights, airfare, airfares, plane ticket, plane tickets, airline, airlines, "
        "air travel, flying*, plane*",
        "airways, air lines, flug, fluge, aeroport, airport, lufthansa, eurowings, ryanair, "
        "easyjet, british airways, klm, air france, transavia, swiss air, swiss international, "
        "austrian airlines, iberia, vueling, tap portugal, tap air, wizz, wizzair, "
        "norwegian air, sas scandinavian, finnair, delta air, united air, american airlines, "
        "southwest air, jetblue, alaska air, emirates, qatar airways, etihad, turkish airlines, "
        "air canada, westjet, qantas, condor, tuifly, jet2, aer lingus, ita airways, "
        "singapore air",
    ),
    Category(
        "hotels",
        "hotel, hotels, accommodation, lodging, hostel, hostels, overnight stays, airbnb, "
        "airbnbs, motel",
        "inn, resort, pension zimmer, ferienwohnung, auberge, gite, albergo, pousada, "
        "booking com, bookingcom, expedia, hotels com, agoda, vrbo, hilton, marriott, hyatt, "
        "ibis, novotel, mercure, accor, premier inn, travelodge, holiday inn, motel one, "
        "best western, radisson, sheraton, westin, intercontinental, b b hotel, a o hostel, "
        "meininger, generator hostel, youth hostel, jugendherberge, hrs, citizenm, scandic, "
        "nh hotel, melia, pestana",
    ),
    Category(
        "transport",
        "transport, transportation, getting around, travel costs to work",
        parts="fuel, trains, public transport, taxis, car",
    ),
    Category(
        "travel",
        "travel*, travelling, traveling, travels, trips*, holidays*, vacation*, vacations",
        "reiseburo, travel agency, tui, kayak, skyscanner, getyourguide, viator, opodo, edreams",
        parts="flights, hotels, trains, taxis",
    ),
)
