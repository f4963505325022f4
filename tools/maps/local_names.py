"""What places are called where they are, where GeoNames has an English name first."""

from typing import Final

LOCAL_NAMES: Final[dict[str, dict[str, str]]] = {
    "AT": {"Vienna": "Wien", "Sankt Pölten": "St. Pölten", "Klagenfurt am Wörthersee": "Klagenfurt"},
    "BE": {
        "Brussels": "Brussel", "Antwerp": "Antwerpen", "Ghent": "Gent", "Bruges": "Brugge", "Ostend": "Oostende",
        "Louvain": "Leuven", "Courtrai": "Kortrijk", "Malines": "Mechelen", "Ypres": "Ieper", "Saint-Vith": "Sankt Vith",
    },
    "BG": {"Sofia": "Sofija"},
    "CH": {
        "Geneva": "Genève", "Sitten": "Sion", "Lucerne": "Luzern", "Bellinzona": "Bellinzona", "Sankt Gallen": "St. Gallen",
        "Biel/Bienne": "Biel", "Neuchatel": "Neuchâtel", "Siders": "Sierre", "Brig-Glis": "Brig",
    },
    "CZ": {"Prague": "Praha", "Pilsen": "Plzeň"},
    "DE": {"Munich": "München", "Cologne": "Köln", "Nuremberg": "Nürnberg", "Hanover": "Hannover", "Frankfurt am Main": "Frankfurt"},
    "DK": {"Copenhagen": "København", "Elsinore": "Helsingør"},
    "ES": {"Seville": "Sevilla", "Saragossa": "Zaragoza", "Palma": "Palma", "Donostia / San Sebastián": "Donostia", "Vitoria-Gasteiz": "Vitoria", "La Coruña": "A Coruña", "Corunna": "A Coruña", "Pamplona": "Pamplona", "Alicante": "Alicante", "Cordova": "Córdoba", "Castelló de la Plana": "Castelló"},
    "FI": {"Helsinki": "Helsinki"},
    "GB": {"Newcastle upon Tyne": "Newcastle", "City of London": "London", "Kingston upon Hull": "Hull"},
    "GR": {"Athens": "Athína", "Thessaloníki": "Thessaloníki", "Piraeus": "Pireás"},
    "HR": {"Zagreb": "Zagreb"},
    "IE": {"An Muileann gCearr": "Mullingar", "Gaillimh": "Galway", "Cluain Meala": "Clonmel", "Droichead Nua": "Newbridge", "Trá Mhór": "Tramore", "An Ros": "Rush"},
    "IT": {
        "Rome": "Roma", "Milan": "Milano", "Naples": "Napoli", "Turin": "Torino", "Florence": "Firenze", "Venice": "Venezia",
        "Genoa": "Genova", "Padova": "Padova", "Padua": "Padova", "Syracuse": "Siracusa", "Leghorn": "Livorno", "Mantua": "Mantova",
        "Reggio Calabria": "Reggio Calabria", "Bolzano": "Bolzano", "Trent": "Trento", "Bari": "Bari", "Aosta": "Aosta",
    },
    "LU": {"Luxembourg": "Luxembourg"},
    "NL": {"The Hague": "Den Haag", "'s-Hertogenbosch": "Den Bosch", "Flushing": "Vlissingen"},
    "PL": {"Warsaw": "Warszawa", "Kraków": "Kraków", "Krakow": "Kraków", "Łódź": "Łódź", "Lodz": "Łódź", "Gdansk": "Gdańsk", "Wroclaw": "Wrocław"},
    "PT": {"Lisbon": "Lisboa", "Oporto": "Porto"},
    "RO": {"Bucharest": "București"},
    "RS": {"Belgrade": "Beograd"},
    "SE": {"Gothenburg": "Göteborg", "Malmö": "Malmö"},
    "NO": {"Trondheim": "Trondheim"},
    "TR": {"Istanbul": "İstanbul"},
    "US": {"New York City": "New York"},
    "UA": {"Kyiv": "Kyjiw"},
}  # fmt: skip
