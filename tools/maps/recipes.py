"""The boards of the package that were made by `tumbletrip.maps`, and what was corrected by hand after a look."""

from dataclasses import dataclass, field
from typing import Final

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Recipe:
    """A board: its country, the seed, and what people who live there would miss or laugh at."""

    country: str
    names: dict[str, str] | None = None  # else those of the country
    seed: int = 1
    wanted: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()
    spelling: dict[str, str] = field(default_factory=dict)
    bridges: Pairs = ()
    roads: Pairs = ()
    no_roads: Pairs = ()
    without_land_at: tuple[tuple[float, float], ...] = ()


RECIPES: Final[dict[str, Recipe]] = {
    "switzerland": Recipe(
        "CH",
        wanted=(
            "Zürich", "Genève", "Basel", "Lausanne", "Bern", "Luzern", "St. Gallen", "Lugano", "Bellinzona", "Fribourg",
            "La Chaux-de-Fonds", "Schaffhausen", "Chur", "Sion", "Davos", "Delémont", "St. Moritz", "Aarau", "Interlaken",
            "Glarus", "Andermatt", "Zermatt", "Brig", "Montreux", "Scuol",
        ),
        roads=(("Genève", "Montreux"), ("Brig", "Zermatt"), ("Basel", "Zürich"), ("Bern", "Interlaken")),
        no_roads=(("Genève", "Sion"), ("Genève", "Zermatt"), ("Zermatt", "Bellinzona"), ("Zermatt", "Lugano")),
    ),
    "belgium": Recipe(
        "BE",
        wanted=(
            "Brussel", "Antwerpen", "Gent", "Charleroi", "Liège", "Brugge", "Namur", "Leuven", "Mons", "Hasselt", "Oostende",
            "Kortrijk", "Tournai", "Turnhout", "Verviers", "Arlon", "Bastogne", "Dinant", "Couvin", "Marche-en-Famenne",
            "Sankt Vith", "Bouillon", "Chimay", "Lommel", "Eupen", "Ieper",
        ),
        spelling={"Sankt Vith": "St. Vith", "Marche-en-Famenne": "Marche", "Brussel": "Brussel-Bruxelles"},
    ),
    "netherlands": Recipe(
        "NL",
        wanted=(
            "Rotterdam", "Amsterdam", "Den Haag", "Utrecht", "Groningen", "Eindhoven", "Breda", "Nijmegen", "Den Bosch",
            "Enschede", "Apeldoorn", "Zwolle", "Leeuwarden", "Maastricht", "Venlo", "Alkmaar", "Lelystad", "Assen", "Emmen",
            "Middelburg", "Den Helder", "Heerenveen", "Roermond", "Delfzijl",
        ),
    ),
    "austria": Recipe(
        "AT",
        wanted=(
            "Wien", "Graz", "Linz", "Salzburg", "Innsbruck", "Klagenfurt", "Villach", "Bregenz", "St. Pölten", "Steyr", "Reutte",
            "Eisenstadt", "Lienz", "Landeck", "Kufstein", "Zell am See", "Bad Ischl", "Leoben", "Krems an der Donau",
            "Liezen", "Gmünd", "Bludenz", "Oberwart", "Ried im Innkreis", "Spittal an der Drau",
        ),
        spelling={"Krems an der Donau": "Krems", "Ried im Innkreis": "Ried", "Spittal an der Drau": "Spittal"},
        roads=(("Bregenz", "Reutte"), ("Reutte", "Kufstein"), ("Landeck", "Innsbruck"), ("Landeck", "Bludenz")),
        no_roads=(("Bludenz", "Lienz"), ("Landeck", "Lienz")),
    ),
    "italy": Recipe(
        "IT",
        wanted=(
            "Roma", "Milano", "Napoli", "Torino", "Palermo", "Genova", "Bologna", "Firenze", "Bari", "Catania", "Venezia",
            "Verona", "Trieste", "Cagliari", "Perugia", "Ancona", "Pescara", "Reggio Calabria", "Bolzano", "Sassari",
            "Lecce", "Potenza", "Foggia", "Cosenza",
        ),
        roads=(("Roma", "Sassari"), ("Palermo", "Cagliari"), ("Napoli", "Palermo"), ("Reggio Calabria", "Catania")),
        no_roads=(("Cosenza", "Lecce"), ("Lecce", "Reggio Calabria"), ("Torino", "Sassari"), ("Genova", "Sassari"), ("Roma", "Cagliari")),
    ),
    "spain": Recipe(
        "ES",
        wanted=(
            "Madrid", "Barcelona", "Valencia", "Sevilla", "Zaragoza", "Málaga", "Murcia", "Bilbao", "Valladolid", "Granada", "Palma",
            "Oviedo", "Vigo", "A Coruña", "Pamplona", "Burgos", "Salamanca", "Badajoz", "Albacete", "León", "Lleida",
            "Cáceres", "Soria", "Toledo", "Córdoba", "Huelva", "Cuenca", "Almería", "Teruel", "Santander",
        ),
    ),
    "portugal": Recipe(
        "PT",
        wanted=(
            "Lisboa", "Porto", "Braga", "Coimbra", "Faro", "Évora", "Beja", "Setúbal", "Leiria", "Viseu", "Guarda",
            "Castelo Branco", "Bragança", "Vila Real", "Aveiro", "Santarém", "Portalegre", "Sines",
            "Portimão", "Chaves", "Covilhã", "Elvas",
        ),
        unwanted=("Abrantes", "Viana do Castelo"),
        no_roads=(("Faro", "Elvas"),),
    ),
    "poland": Recipe(
        "PL",
        wanted=(
            "Warszawa", "Kraków", "Łódź", "Wrocław", "Poznań", "Gdańsk", "Szczecin", "Bydgoszcz", "Lublin", "Białystok",
            "Katowice", "Rzeszów", "Olsztyn", "Kielce", "Zielona Góra", "Opole", "Gorzów Wielkopolski", "Koszalin",
            "Suwałki", "Radom", "Jelenia Góra", "Zamość", "Toruń", "Słupsk",
        ),
        spelling={"Gorzów Wielkopolski": "Gorzów"},
    ),
    "great-britain": Recipe(
        "GB",
        names={"en": "Great Britain", "fr": "Grande-Bretagne", "de": "Großbritannien", "nl": "Groot-Brittannië"},
        wanted=(
            "London", "Birmingham", "Manchester", "Glasgow", "Edinburgh", "Liverpool", "Newcastle", "Bristol", "Cardiff",
            "Leeds", "Norwich", "Plymouth", "Southampton", "Aberdeen", "Inverness", "Dundee", "Cambridge",
            "Carlisle", "Aberystwyth", "Exeter", "Hull", "Fort William", "Dover", "Bangor", "Ullapool", "Penzance",
        ),
        without_land_at=((-6.8, 54.6), (-1.3, 60.3), (-1.1, 60.6)),
    ),
    "ireland": Recipe(
        "IE",
        wanted=(
            "Dublin", "Cork", "Limerick", "Galway", "Waterford", "Dundalk", "Ennis", "Carlow", "Tralee", "Athlone",
            "Mullingar", "Letterkenny", "Kilkenny", "Wexford", "Sligo", "Killarney", "Castlebar", "Wicklow", "Cavan", "Clonmel",
            "Ballina", "Donegal", "Westport", "Tullamore", "Bantry", "Clifden", "Nenagh", "Portlaoise", "Longford",
        ),
    ),
    "usa": Recipe(
        "US",
        names={"en": "USA", "fr": "États-Unis", "de": "USA", "nl": "VS"},
        wanted=(
            "New York", "Los Angeles", "Chicago", "Houston", "Miami", "Seattle", "Denver", "Atlanta", "Boston", "Phoenix",
            "San Francisco", "Dallas", "Minneapolis", "Kansas City", "New Orleans", "Salt Lake City", "Detroit",
            "Washington", "Portland", "Billings", "El Paso", "Memphis", "Las Vegas", "Charlotte", "Oklahoma City",
            "Bismarck", "Boise", "Omaha", "Albuquerque",
        ),
        without_land_at=((-150.0, 65.0),),
        no_roads=(("New Orleans", "Miami"), ("Houston", "Miami")),
    ),
    "japan": Recipe(
        "JP",
        wanted=(
            "Tokyo", "Osaka", "Nagoya", "Sapporo", "Fukuoka", "Hiroshima", "Sendai", "Niigata", "Kagoshima", "Kanazawa",
            "Nagasaki", "Miyazaki", "Nagano", "Kochi", "Akita", "Aomori", "Hachinohe", "Hakodate", "Asahikawa", "Tomakomai",
            "Kushiro", "Shizuoka", "Matsue", "Matsuyama", "Ōita", "Abashiri",
        ),
        unwanted=("Kumamoto", "Takamatsu"),
        roads=(("Aomori", "Hakodate"), ("Hachinohe", "Tomakomai"), ("Osaka", "Kochi"), ("Hiroshima", "Matsuyama")),
        no_roads=(("Sendai", "Kushiro"), ("Hachinohe", "Kushiro"), ("Sendai", "Tomakomai"), ("Miyazaki", "Kochi"), ("Shizuoka", "Kochi"), ("Niigata", "Hakodate"), ("Akita", "Hakodate")),
        bridges=(
            ("Aomori", "Hakodate"), ("Osaka", "Kochi"), ("Fukuoka", "Hiroshima"), ("Fukuoka", "Matsue"), ("Hiroshima", "Matsuyama"),
        ),
    ),
}  # fmt: skip
