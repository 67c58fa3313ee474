"""The ordinary categories, as data: what people call them, and what belongs to them."""

from __future__ import annotations

from runwright.minds.embedded.finance.category import category
from runwright.minds.embedded.finance.money_lexicon import MONEY

CATEGORIES = (
    category(
        "groceries",
        "groceries, grocery, supermarket, supermarkets, food shop, big shop, weekly shop, "
        "food shopping, lebensmittel, courses, alimentation, supermercado, supermarkt, spesa",
    ),
    category(
        "eating out",
        "eating out, restaurants, restaurant, dining, dining out, meals out, meal out, eat out, "
        "gastronomie, essen gehen, restaurants & bars, bars, food & drink, restauration",
        parts="takeaways coffee",
    ),
    category(
        "takeaways",
        "takeaways, takeaway, take away, takeout, take-out, food delivery, delivery food, "
        "ordering in, lieferdienst",
    ),
    category(
        "coffee",
        "coffee, coffees, coffee shops, cafe, cafes, kaffee",
    ),
    category("food", "food, essen, food and drink", parts="groceries eating takeaways coffee"),
    category(
        "pubs",
        "pub, pubs, bar, bars, drinks, drinking, booze, alcohol, nights out, night out",
    ),
    category(
        "fuel",
        "fuel, petrol, gas station, gasoline, diesel, tank, tanken, benzin, tankstelle, "
        "tank of petrol, tank of diesel, filling up, fill up, fill ups, servo, essence, carburant",
    ),
    category(
        "public transport",
        "public transport, transport, transportation, transit, tube, commuting, oepnv, fahrkarten, "
        "metro",
        parts="trains buses",
    ),
    category(
        "trains",
        "train, trains, train tickets, train fares, train travel, rail, rail tickets, bahn, zug",
    ),
    category(
        "buses",
        "bus, buses, bus fares, bus tickets, coaches",
    ),
    category(
        "taxis",
        "taxi, taxis, cab, cabs, ride hailing, rideshare, rides",
    ),
    category(
        "travel",
        "travel, travelling, traveling, holiday, holidays, vacation, vacations, reisen, urlaub, "
        "voyage, viajes",
        parts="flights hotels public",
    ),
    category(
        "flights",
        "flights, flight, airlines, airline, plane tickets, air fare, airfare, fluege",
    ),
    category(
        "hotels",
        "hotels, hotel, accommodation, lodging, unterkunft, hostels, airbnbs",
    ),
    category(
        "car",
        "car, the car, auto, vehicle, automobile, kfz, motoring, car costs",
        parts="fuel parking finance",
    ),
    category(
        "finance of the car",
        "car payment, car payments, truck payment, truck payments, van payment, van finance, "
        "van loan, car finance, "
        "car loan, auto loan, truck loan, auto payment, vehicle finance, truck, autokredit",
    ),
    category(
        "parking",
        "parking, car park, car parks, parken, parkgebuehren",
    ),
    category(
        "rent",
        "rent, miete, loyer, alquiler, rents, kaltmiete, warmmiete, landlord, landlady, "
        "letting agent, letting agents, vermieter, vermieterin",
    ),
    category(
        "mortgage",
        "mortgage, home loan, house payment, baufinanzierung, hypothek",
    ),
    category(
        "housing",
        "housing, home, wohnen, house, flat",
        parts="rent mortgage utilities",
    ),
    category(
        "electricity",
        "electricity, electric, electrics, power, light bill, leccy, strom, electricite, luz",
    ),
    category(
        "heating",
        "heating, gas, gas bill, heating oil, heizung, gaz, fernwaerme, heizoel",
    ),
    category("water", "water, wasser, sewage, eau"),
    category(
        "energy",
        "energy, gas and electric, gas and electricity, energie",
        parts="electricity heating",
    ),
    category(
        "internet",
        "internet, broadband, wifi, wi-fi, dsl",
    ),
    category(
        "phone",
        "phone, mobile, mobile phone, cell phone, telephone, handy, telefon, phone contract, "
        "phone plan, mobile plan, cell plan, mobile contract, sim plan",
    ),
    category(
        "utilities",
        "utilities, utility, household bills, nebenkosten",
        parts="electricity heating water internet phone",
    ),
    category(
        "insurance",
        "insurance, insurances, versicherung, versicherungen, assurance, seguros",
    ),
    category(
        "car insurance",
        "car insurance, van insurance, truck insurance, auto insurance, motor insurance, "
        "vehicle insurance, kfz versicherung, "
        "autoversicherung, assurance auto",
    ),
    category(
        "health insurance",
        "health insurance, medical insurance, health cover, health plan, private health, "
        "krankenversicherung, krankenkasse, mutuelle",
    ),
    category(
        "business insurance",
        "business insurance, liability insurance, public liability, professional indemnity, "
        "indemnity insurance, haftpflicht, berufshaftpflicht",
    ),
    category(
        "life insurance",
        "life insurance, life assurance, term life, life cover, lebensversicherung",
    ),
    category(
        "pet insurance",
        "pet insurance, dog insurance, cat insurance, tierversicherung",
    ),
    category(
        "home insurance",
        "home insurance, house insurance, contents insurance, household insurance, "
        "tenant insurance, tenants insurance, renters insurance, hausratversicherung",
    ),
    category(
        "subscriptions",
        "subscriptions, subscription, subs, abos, abonnements",
        parts="streaming software",
    ),
    category(
        "streaming",
        "streaming, streaming services, tv subscriptions, music subscription, music subscriptions, "
        "music streaming, music, tv streaming",
    ),
    category(
        "software",
        "software, saas, cloud, hosting, cloud services, apps, domain names",
    ),
    category(
        "health",
        "health, medical, healthcare, gesundheit, sante, medical bills, doctor, doctors",
        parts="pharmacy dentist",
    ),
    category(
        "pharmacy",
        "pharmacy, chemist, drugstore, medicine, medicines, prescriptions, apotheke, pharmacie",
    ),
    category(
        "dentist", "dentist, dentists, dental, zahnarzt, dentist bills"
    ),
    category(
        "drugstore goods",
        "toiletries, drogerie, household goods",
    ),
    category(
        "fitness",
        "gym, fitness, sport, sports, gym membership, fitnessstudio, gyms",
    ),
    category(
        "clothes",
        "clothes, clothing, fashion, shoes, kleidung, vetements, ropa, trainers, apparel",
    ),
    category(
        "home and garden",
        "diy, furniture, household, home improvement, garden, moebel, baumarkt, haushalt",
    ),
    category(
        "electronics",
        "electronics, gadgets, tech, elektronik",
    ),
    category(
        "books",
        "books, book, buecher, livres",
    ),
    category(
        "entertainment",
        "entertainment, leisure, fun, freizeit, cinema, movies, concerts, kino, gigs",
    ),
    category(
        "children",
        "childcare, nursery, kindergarten, kita, kids, children, daycare, school fees, school",
    ),
    category(
        "pets",
        "pets, pet, dog, cat, pet food, haustier",
        parts="vet",
    ),
    category(
        "vet",
        "vet, vets, vet bill, vet bills, veterinarian, veterinary, tierarzt, veterinaire",
    ),
    category(
        "donations",
        "donations, donation, charity, charities, spenden, dons, giving",
    ),
    category(
        "gifts",
        "gifts, gift, presents, present, geschenke, birthday presents, flowers",
    ),
    category(
        "hairdresser",
        "haircut, haircuts, hair, hairdresser, hairdressers, barber, barbers, friseur, beauty",
    ),
    category(
        "gambling",
        "gambling, betting, lottery, lottery tickets, lotto, gambling sites",
    ),
    category(
        "office",
        "office supplies, office, stationery, supplies, buerobedarf",
    ),
    category(
        "art supplies",
        "art supplies, art supply, art materials, craft supplies, arts and crafts, "
        "kuenstlerbedarf, kunstlerbedarf",
    ),
    category(
        "tax advice",
        "tax adviser, tax advisor, tax advisers, tax advice, accountant, accountants, accountancy, "
        "bookkeeper, bookkeeping, steuerberater, steuerberaterin, steuerberatung, comptable",
    ),
    category(
        "advertising",
        "advertising, marketing, ads, facebook ads, google ads, werbung",
    ),
    category(
        "shipping",
        "shipping, postage, post, porto",
    ),
    *MONEY,
)  # fmt: skip
