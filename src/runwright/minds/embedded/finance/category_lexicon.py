"""The ordinary categories, as data: what people call them, and whose names stand for them.

The words are merchants and words of their trade that are common in several countries. Left out
are merchants whose name is an ordinary word or a first name, such as Next, Total or Max, and those
whose name falls apart into single letters.
"""

from __future__ import annotations

from runwright.minds.embedded.finance.category import category
from runwright.minds.embedded.finance.money_lexicon import MONEY

CATEGORIES = (
    category(
        "groceries",
        "groceries, grocery, supermarket, supermarkets, food shop, big shop, weekly shop, "
        "food shopping, lebensmittel, courses, alimentation, supermercado, supermarkt, spesa",
        """
        tesco sainsbury sainsburys asda morrisons waitrose ocado lidl aldi iceland co-op coop rewe
        edeka penny netto kaufland norma tegut nahkauf alnatura denns marktkauf famila globus
        spar billa hofer migros denner carrefour auchan leclerc intermarche monoprix franprix
        casino mercadona eroski consum conad esselunga albert_heijn jumbo delhaize colruyt
        biedronka zabka walmart kroger safeway publix costco wegmans trader_joe's trader_joes
        whole_foods heb meijer albertsons food_lion woolworths coles iga loblaws sobeys
        checkers shoprite pick_n_pay naivas quickmart big_bazaar dmart bigbasket instacart
        supermarket supermarkt supermarche grocery groceries foods lebensmittel bakery backerei
        baeckerei boulangerie butcher metzgerei greengrocer bioladen biomarkt
        """,
    ),
    category(
        "eating out",
        "eating out, restaurants, restaurant, dining, dining out, meals out, meal out, eat out, "
        "gastronomie, essen gehen, restaurants & bars, bars, food & drink, restauration",
        """
        restaurant ristorante trattoria osteria pizzeria pizza sushi thai burger grill bistro
        brasserie diner steakhouse kebab doner tapas gasthaus gasthof wirtshaus nando's nandos
        wagamama pizzaexpress pizza_express zizzi mcdonald's mcdonalds kfc subway burger_king
        vapiano l'osteria losteria chipotle panera wendy's wendys taco_bell chick-fil-a denny's
        applebee's olive_garden five_guys shake_shack greggs pub tavern
        """,
        parts="takeaways coffee",
    ),
    category(
        "takeaways",
        "takeaways, takeaway, take away, takeout, take-out, food delivery, delivery food, "
        "ordering in, lieferdienst",
        """
        deliveroo just_eat justeat uber_eats ubereats doordash grubhub lieferando wolt foodora
        glovo swiggy zomato domino's dominos papa_john's papa_johns thuisbezorgd menulog
        """,
    ),
    category(
        "coffee",
        "coffee, coffees, coffee shops, cafe, cafes, kaffee",
        """
        starbucks costa caffe_nero nero pret cafe caffe coffee kaffee coffeehouse espresso roastery
        dunkin tim_hortons einstein_kaffee tchibo gail's gails peet's
        """,
    ),
    category("food", "food, essen, food and drink", parts="groceries eating takeaways coffee"),
    category(
        "pubs",
        "pub, pubs, bar, bars, drinks, drinking, booze, alcohol, nights out, night out",
        "pub tavern bar brewery brewdog wetherspoon wetherspoons kneipe biergarten brauhaus",
    ),
    category(
        "fuel",
        "fuel, petrol, gas station, gasoline, diesel, tank, tanken, benzin, tankstelle, "
        "tank of petrol, tank of diesel, filling up, fill up, essence, carburant",
        """
        shell bp esso aral totalenergies texaco omv avia agip eni repsol chevron exxon
        mobil sunoco valero citgo speedway petrol fuel tankstelle tanken diesel benzin orlen
        circle_k q8 applegreen petro_canada allguth
        """,
    ),
    category(
        "public transport",
        "public transport, transport, transportation, transit, bus, buses, bus fares, train, "
        "trains, train tickets, rail, tube, commuting, oepnv, bahn, fahrkarten, metro",
        """
        tfl bvg mvg hvv vbb rmv kvb vgn db deutsche_bahn bahn trainline lner gwr avanti northern
        scotrail southeastern stagecoach arriva national_express flixbus flixtrain sncf oebb obb
        sbb renfe trenitalia ratp amtrak mta bart metro railway rail bus oyster transport
        verkehrsbetriebe greyhound
        """,
    ),
    category(
        "taxis",
        "taxi, taxis, cab, cabs, ride hailing, rideshare, rides",
        "uber lyft bolt taxi cab freenow free_now grab ola careem didi addison_lee minicab",
    ),
    category(
        "travel",
        "travel, travelling, traveling, holiday, holidays, vacation, vacations, reisen, urlaub, "
        "voyage, viajes",
        "travel reisen reise tui expedia opodo jet2 holiday airport flughafen thomas_cook",
        parts="flights hotels public",
    ),
    category(
        "flights",
        "flights, flight, airlines, airline, plane tickets, air fare, airfare, fluege",
        """
        lufthansa eurowings ryanair easyjet easy_jet wizz_air wizzair british_airways klm
        air_france iberia vueling condor emirates qatar qantas
        american_airlines southwest jetblue airlines airways norwegian turkish_airlines
        """,
    ),
    category(
        "hotels",
        "hotels, hotel, accommodation, lodging, unterkunft, hostels, airbnbs",
        """
        hotel hostel booking.com airbnb hilton marriott ibis accor premier_inn travelodge
        holiday_inn hyatt motel_one motel radisson novotel agoda hrs vrbo resort
        """,
    ),
    category(
        "car",
        "car, the car, auto, vehicle, automobile, kfz, motoring, car costs",
        """
        garage werkstatt autohaus kfz atu kwik_fit halfords autozone car tyres tuv tuev mot dvla
        adac rac carwash car_wash autowasche toyota honda nissan hyundai ford_credit
        ford_motor gm_financial volkswagen vw_bank bmw_bank mercedes auto_loan auto_finance
        """,
        parts="fuel parking",
    ),
    category(
        "parking",
        "parking, car park, car parks, parken, parkgebuehren",
        "parking parkhaus parken car_park apcoa ringgo paybyphone ncp q-park contipark easypark",
    ),
    category(
        "rent",
        "rent, miete, loyer, alquiler, rents, kaltmiete, warmmiete",
        "rent miete hausverwaltung landlord vermieter wohnungsbau loyer immobilien lettings "
        "wohnen vonovia property_management prop_mgmt property_mgmt apartments apartment realty "
        "leasing properties letting_agents estate_agents residential tenancy",
    ),
    category(
        "mortgage",
        "mortgage, home loan, house payment, baufinanzierung, hypothek",
        "mortgage hypothek baufinanzierung nationwide building_society bausparkasse darlehen",
    ),
    category(
        "housing",
        "housing, home, wohnen, house, flat",
        parts="rent mortgage utilities",
    ),
    category(
        "electricity",
        "electricity, electric, power, strom, electricite, luz, electrics",
        """
        electricity electric strom edf e.on eon vattenfall enbw octopus ovo bulb enel endesa
        iberdrola engie rwe stadtwerke con_edison coned duke_energy pge naturstrom
        lichtblick power energy pg_e edison light_&_power
        """,
    ),
    category(
        "heating",
        "heating, gas, gas bill, heating oil, heizung, gaz, fernwaerme, heizoel",
        "gas heating heizung british_gas heizoel heizol fernwarme fernwaerme gasag oil_tank calor",
    ),
    category("water", "water, wasser, sewage, eau", "water wasser wasserwerke wasserbetriebe"),
    category(
        "energy",
        "energy, gas and electric, gas and electricity, energie",
        parts="electricity heating",
    ),
    category(
        "internet",
        "internet, broadband, wifi, wi-fi, dsl",
        "broadband internet dsl virgin_media comcast xfinity unitymedia talktalk",
    ),
    category(
        "phone",
        "phone, mobile, mobile phone, cell phone, telephone, handy, telefon, phone contract",
        """
        vodafone o2 telekom t-mobile verizon orange sfr bouygues_telecom free_mobile
        telefonica movistar congstar aldi_talk drillisch giffgaff telstra optus mint_mobile mobile
        mobilfunk telefon
        """,
    ),
    category(
        "utilities",
        "utilities, utility, household bills, nebenkosten",
        parts="electricity heating water internet phone",
    ),
    category(
        "insurance",
        "insurance, insurances, versicherung, versicherungen, assurance, seguros",
        """
        insurance versicherung allianz axa huk ergo generali aviva zurich admiral direct_line
        geico state_farm allstate bupa vitality debeka gothaer hdi cosmosdirekt
        krankenkasse techniker aok barmer hiscox legal_&_general assurance progressive usaa
        liberty_mutual ins_prem insur
        """,
    ),
    category(
        "car insurance",
        "car insurance, auto insurance, motor insurance, vehicle insurance, kfz versicherung, "
        "autoversicherung, assurance auto",
        """
        car_insurance auto_insurance motor_insurance admiral direct_line geico progressive hastings
        state_farm allstate kfz_versicherung autoversicherung huk cosmosdirekt
        """,
    ),
    category(
        "subscriptions",
        "subscriptions, subscription, subs, abos, abonnements",
        "subscription abo membership",
        parts="streaming software",
    ),
    category(
        "streaming",
        "streaming, streaming services, tv subscriptions, music subscription",
        """
        netflix spotify disney disney+ disneyplus prime_video amazon_prime hulu hbo dazn
        apple_music youtube paramount sky now_tv audible deezer tidal crunchyroll joyn rtl+
        """,
    ),
    category(
        "software",
        "software, saas, cloud, hosting, cloud services, apps, domain names",
        """
        adobe microsoft google github jetbrains dropbox notion slack zoom figma openai chatgpt
        anthropic aws amazon_web_services hetzner digitalocean godaddy ionos strato cloudflare
        atlassian canva icloud apple.com/bill heroku vercel software hosting
        """,
    ),
    category(
        "health",
        "health, medical, healthcare, gesundheit, sante, medical bills, doctor, doctors",
        "doctor dr clinic klinik hospital krankenhaus praxis medical health physio optiker "
        "specsavers fielmann",
        parts="pharmacy dentist",
    ),
    category(
        "pharmacy",
        "pharmacy, chemist, drugstore, medicine, medicines, prescriptions, apotheke, pharmacie",
        "pharmacy apotheke pharmacie boots superdrug cvs walgreens rite_aid chemist docmorris "
        "farmacia shop-apotheke",
    ),
    category(
        "dentist", "dentist, dental, zahnarzt, dentist bills", "dentist dental zahnarzt dentiste"
    ),
    category(
        "drugstore goods",
        "toiletries, drogerie, household goods",
        "dm rossmann mueller muller drogerie superdrug",
    ),
    category(
        "fitness",
        "gym, fitness, sport, sports, gym membership, fitnessstudio",
        """
        gym puregym fitness mcfit fitx fitness_first urban_sports_club virgin_active david_lloyd
        planet_fitness yoga crossfit pilates sportverein anytime_fitness swimming schwimmbad
        """,
    ),
    category(
        "clothes",
        "clothes, clothing, fashion, shoes, kleidung, vetements, ropa, trainers, apparel",
        """
        h&m zara primark uniqlo c&a zalando asos m&s peek_&_cloppenburg tk_maxx tkmaxx nike
        adidas deichmann clarks levi's old_navy mango shein vinted jd_sports decathlon
        foot_locker about_you footwear schuhe mode
        """,
    ),
    category(
        "home and garden",
        "diy, furniture, household, home improvement, garden, moebel, baumarkt, haushalt",
        """
        ikea obi hornbach bauhaus toom b&q homebase wickes screwfix home_depot lowe's lowes
        wayfair dunelm argos leroy_merlin castorama garden gartencenter moebel mobel xxxlutz
        hagebau dehner
        """,
    ),
    category(
        "electronics",
        "electronics, gadgets, tech, elektronik",
        "media_markt mediamarkt saturn currys apple_store best_buy conrad notebooksbilliger "
        "fnac cyberport alternate",
    ),
    category(
        "books",
        "books, book, buecher, livres",
        "thalia hugendubel waterstones bookshop books buchhandlung foyles wh_smith barnes_&_noble "
        "blackwell's",
    ),
    category(
        "entertainment",
        "entertainment, leisure, fun, freizeit, cinema, movies, concerts, kino, gigs",
        """
        cinema kino odeon cineworld vue cineplex amc uci ticketmaster eventim theatre theater
        museum concert steam playstation nintendo xbox bowling
        """,
    ),
    category(
        "children",
        "childcare, nursery, kindergarten, kita, kids, children, daycare, school fees, school",
        "nursery kita kindergarten childcare daycare school schule tagesmutter babysitter",
    ),
    category(
        "pets",
        "pets, pet, vet, vets, dog, cat, pet food, tierarzt, haustier",
        "vet vets veterinary tierarzt fressnapf pets_at_home zooplus petsmart petco chewy kennels",
    ),
    category(
        "donations",
        "donations, donation, charity, charities, spenden, dons, giving",
        "oxfam unicef red_cross wwf greenpeace donation spende spenden charity caritas amnesty "
        "shelter rnli medecins save_the_children justgiving gofundme",
    ),
    category(
        "gifts",
        "gifts, gift, presents, present, geschenke, birthday presents, flowers",
        "gift gifts geschenk flowers florist blumen interflora bloom_&_wild moonpig hallmark",
    ),
    category(
        "hairdresser",
        "haircut, haircuts, hair, hairdresser, barber, friseur, beauty",
        "hair barber friseur salon hairdresser coiffeur toni_&_guy supercuts nails",
    ),
    category(
        "gambling",
        "gambling, betting, lottery, lottery tickets, lotto, gambling sites",
        "lotto lottery bet365 paddy_power ladbrokes tipico bwin pokerstars william_hill",
    ),
    category(
        "office",
        "office supplies, office, stationery, supplies, buerobedarf",
        "staples viking rymans office_depot buerobedarf stationery papeterie mcpaper",
    ),
    category(
        "advertising",
        "advertising, marketing, ads, facebook ads, google ads, werbung",
        "facebook google_ads linkedin advertising marketing mailchimp werbung ads",
    ),
    category(
        "shipping",
        "shipping, postage, post, porto",
        "dhl ups fedex royal_mail hermes evri dpd gls post usps deutsche_post",
    ),
    *MONEY,
)  # fmt: skip
