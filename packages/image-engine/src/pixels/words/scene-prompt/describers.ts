/**
 * Words around nouns that name no thing themselves. Data only, folded (lower case, no accents), in base forms: common
 * endings need no entry.
 */

const toWordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Adjectives, adverbs and numbers outside of the vocabulary, in English, German, French, Spanish and Italian. */
export const DESCRIBERS = toWordSet(
  `big small large little tiny huge tall short long wide narrow thick thin round square oval flat low high deep
  two three four five six several few many single double half whole new old ancient aged antique weathered worn
  washed washable broken crushed cracked scattered stacked folded open closed full blurred blurry faint
  matte matt mat glossy shiny polished brushed dried fresh early late loose rough smooth fine coarse crisp delicate
  fluffy textured patterned striped plaid checked real fake good nice lovely beautiful pretty amazing perfect super pale
  other same different simple busy visible out close far beside behind around upon nearby away inside outdoors together
  gross klein riesig hoch niedrig lang kurz breit schmal dick dunn rund eckig viereckig oval zwei drei vier funf sechs mehrere
  viel wenig einzeln neu alt antik gewaschen gebrochen zerbrochen gestapelt gefaltet offen aufgeschlagen geschlossen
  leer voll unscharf verschwommen verwischt matt glanzend poliert geburstet getrocknet fruh spat lose rau glatt fein
  grob echt falsch schon gut toll schick hubsch daneben davor dahinter darauf darunter ringsum herum rundherum drum rum
  oben unten etwas alles ordentlich leicht zart blass grell knallig
  grand petit enorme minuscule haut bas long court large etroit epais mince rond carre ovale deux trois quatre cinq
  plusieurs quelque seul neuf ancien vieux vieille lave casse ecrase eparpille empile plie ouvert ferme vide plein flou
  mate brillant poli brosse seche tot tard lisse rugueux fin grossier vrai faux beau belle joli leger pale derriere
  autour dessus dessous devant loin vif rasant saupoudre enneige
  grande pequeno enorme diminuto alto bajo largo corto ancho estrecho grueso delgado redondo cuadrado ovalado dos tres
  cuatro cinco seis vario alguno unico nuevo viejo antiguo lavado roto triturado apilado doblado abierto cerrado vacio
  lleno borroso desenfocado mate brillante pulido cepillado secado seco temprano tarde liso rugoso fino grosero verdadero falso
  bonito hermoso ligero palido detras alrededor encima debajo delante lejos estirado nevado
  piccolo enorme minuscolo basso lungo corto largo stretto spesso sottile rotondo quadrato ovale due tre quattro cinque
  sei alcuno qualche unico nuovo vecchio antico lavato rotto sbriciolato impilato piegato aperto chiuso vuoto pieno
  sfocato opaco lucido brillante levigato spazzolato essiccato secco presto tardi liscio ruvido grezzo vero finto bello
  carino leggero pallido dietro intorno sopra sotto davanti lontano accanto intero innevato acceso`,
);

/** Nouns that add nothing to the word before them: "wood texture". */
export const NEUTRAL_NOUNS = toWordSet(
  `texture textures finish grain pattern patterns structure effect aesthetic aesthetics feeling feel vibe vibes slab slabs
  tabletop plate block blocks panel panels sheet sheets piece pieces layer elements element setup corner area space spot
  interior view shot photo photograph photoshoot shoot ambience surroundings design arrangement composition display stand drape drapes drapery pile
  textur struktur muster effekt gefuhl platte stuck blatt flache ecke bereich raum blick unterlage untergrund optik
  effet motif morceau bloc plaque dalle coin espace piece
  efecto textura patron trozo pedazo bloque rincon espacio
  effetto trama motivo pezzo blocco foglio angolo spazio`,
);

/** Words before or after a word for a table or a board with which it is another thing: "mixing desk", "table de mixage". */
export const OTHER_TABLES = toWordSet(
  `mixing mixer dj ironing pool poker billiard billiards tennis operating drawing skate surf circuit key dash white black
  mixage repasser billard operation mezcla mezclas planchar billar operaciones mixaggio stiro biliardo operatorio`,
);

/** Words for a reflection, after which a material with an article is the product's: "reflet sur le verre". */
export const REFLECTIONS = toWordSet(
  'reflection reflections glint highlight highlights reflex reflexe spiegelung spiegelungen glanz reflet reflets reflejo reflejos ' +
    'brillo brillos riflesso riflessi',
);

/** Function words by language family: 1 for Romance, −1 for Germanic languages. */
export const ROMANCE_MARKS: ReadonlyMap<string, number> = new Map([
  ...'de du des le la les un une en et au aux avec sur dans sans pour d l el los las una unos unas y con sobre sin del il lo gli di da su per senza dei degli delle della dello nel sul al alla'
    .split(' ')
    .map((word) => [word, 1] as const),
  ...'the of with and from by near next to an at is no without der die das dem den ein eine einem einen einer mit und auf im vor aus am ohne kein keine von'
    .split(' ')
    .map((word) => [word, -1] as const),
]);
