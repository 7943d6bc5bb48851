import type { DescriptionLanguage } from '@packshot/contract';

/** Noun for a product in the description languages, and the ImageNet classes that it names. */
export interface ProductNoun {
  readonly words: Readonly<Record<DescriptionLanguage, string>>;
  /** English form after the article "a", such as "pair of jeans". */
  readonly counted: string;
  /** Indexes of classes, 0 to 999, including the classes of narrower nouns; empty if only names use the noun. */
  readonly classes: readonly number[];
  readonly usualPose: SeenInLife;
}

/**
 * Usual pose and place of a product: it stands on a table, on the floor of a room or on a road; or it lies or hangs.
 * Worn things lie unless a person wears them. Lying things hang if they hung in their photo. A `clock` with a long
 * outline is a watch with a strap, and lies.
 */
export type SeenInLife = 'stands' | 'floor' | 'road' | 'lies' | 'worn' | 'clock' | 'hangs';

/** Frequency in shops of the products with a noun. */
type Frequency = '+' | '·' | '-';

/**
 * Factors for the probabilities of a noun's own classes. ImageNet has as many photos of waffle irons as of mugs, but
 * users have more mugs.
 */
const WEIGHTS: Readonly<Record<Frequency, number>> = { '+': 8, '·': 1, '-': 0.25 };

/**
 * Nouns that a shop assistant would use. Columns: frequency and usual pose (`stands` by default), English, German,
 * French, Spanish, Italian, ImageNet classes, narrower nouns. A form after "=" follows the English article. No nouns
 * exist for animals, people, scenes, and classes that attract many other products, such as modem and letter opener.
 */
const TABLE = `
  + | mug | Tasse | tasse | taza | tazza | 504 |
  + | cup | Tasse | tasse | taza | tazza | 968 967 | mug
  + | teapot | Teekanne | théière | tetera | teiera | 849 |
  + | coffee pot | Kaffeekanne | cafetière | cafetera | caffettiera | 505 |
  - | coffee maker | Kaffeemaschine | machine à café | cafetera | macchina da caffè | 550 |
  + | jug | Krug | cruche | jarra | brocca | 725 899 901 |
  + | vase | Vase | vase | jarrón | vaso | 883 |
  + | wine bottle | Weinflasche | bouteille de vin | botella de vino | bottiglia di vino | 907 |
  + | beer bottle | Bierflasche | bouteille de bière | botella de cerveza | bottiglia di birra | 440 |
  + | water bottle | Trinkflasche | gourde | botella de agua | borraccia | 898 |
  + | bottle | Flasche | bouteille | botella | bottiglia | 737 720 | wine bottle, beer bottle, water bottle
  + | perfume | Parfüm | parfum | perfume | profumo | 711 |
  + | lipstick | Lippenstift | rouge à lèvres | pintalabios | rossetto | 629 |
  + | cosmetic product | Kosmetikprodukt | produit cosmétique | producto cosmético | prodotto cosmetico | 551 585 631 838 | perfume, lipstick
  - | soap dispenser | Seifenspender | distributeur de savon | dispensador de jabón | dispenser per sapone | 804 |
  + | glass | Glas | verre | vaso | bicchiere | 438 441 572 966 969 |
  + | plate | Teller | assiette | plato | piatto | 923 |
  + | dish | Gericht | plat | plato | piatto | 924 925 927 935 959 962 964 | plate
  + | bowl | Schale | bol | cuenco | ciotola | 659 809 |
  + | tray | Tablett | plateau | bandeja | vassoio | 868 |
  + | frying pan | Bratpfanne | poêle | sartén | padella | 567 |
  · | wok | Wok | wok | wok | wok | 909 |
  · | pan | Pfanne | poêle | sartén | padella |  | frying pan, wok
  + | pot | Kochtopf | marmite | olla | pentola | 469 521 544 926 |
  + lies | knife | Messer | couteau | cuchillo | coltello | 499 |
  - lies | spoon | Löffel | cuillère | cuchara | cucchiaio | 618 910 |
  - lies | fork | Gabel | fourchette | tenedor | forchetta |  |
  - lies | cutlery=set of cutlery | Besteck | couverts | cubiertos | posate |  |
  - lies | spatula | Pfannenwender | spatule | espátula | spatola | 813 |
  - | strainer | Sieb | passoire | colador | colino | 828 |
  - | salt shaker | Salzstreuer | salière | salero | saliera | 773 |
  - | measuring cup | Messbecher | verre doseur | vaso medidor | misurino | 647 |
  - | mortar | Mörser | mortier | mortero | mortaio | 666 |
  - | corkscrew | Korkenzieher | tire-bouchon | sacacorchos | cavatappi | 512 |
  - | can opener | Dosenöffner | ouvre-boîte | abrelatas | apriscatole | 473 |
  - | toaster | Toaster | grille-pain | tostadora | tostapane | 859 |
  - | waffle iron | Waffeleisen | gaufrier | gofrera | piastra per waffle | 891 |
  - | microwave | Mikrowelle | micro-ondes | microondas | microonde | 651 |
  - floor | refrigerator | Kühlschrank | réfrigérateur | frigorífico | frigorifero | 760 |
  - floor | stove | Herd | cuisinière | cocina | cucina | 827 |
  - floor | dishwasher | Spülmaschine | lave-vaisselle | lavavajillas | lavastoviglie | 534 |
  - floor | washing machine | Waschmaschine | lave-linge | lavadora | lavatrice | 897 |
  - | vacuum cleaner | Staubsauger | aspirateur | aspiradora | aspirapolvere | 882 |
  - | iron | Bügeleisen | fer à repasser | plancha | ferro da stiro | 606 |
  - | fan | Ventilator | ventilateur | ventilador | ventilatore | 545 |
  - | hair dryer | Haartrockner | sèche-cheveux | secador de pelo | asciugacapelli | 589 |
  - | heater | Heizgerät | radiateur | calefactor | stufa | 811 |
  - | sewing machine | Nähmaschine | machine à coudre | máquina de coser | macchina da cucire | 786 |
  + | lamp | Lampe | lampe | lámpara | lampada | 619 846 |
  + hangs | pendant lamp | Pendelleuchte | suspension | lámpara colgante | lampada a sospensione |  |
  + hangs | hanging lamp | Hängelampe | lampe à suspendre | lámpara de colgar | lampada pendente |  |
  + hangs | pendant light | Hängeleuchte | lampe suspendue | lámpara de techo | lampadario |  |
  + hangs | chandelier | Kronleuchter | lustre | araña de techo | lampadario a bracci |  |
  + | candle | Kerze | bougie | vela | candela | 470 |
  + floor | chair | Stuhl | chaise | silla | sedia | 423 559 765 857 |
  - floor | bench | Bank | banc | banco | panchina | 703 |
  + floor | sofa | Sofa | canapé | sofá | divano | 831 |
  + floor | desk | Schreibtisch | bureau | escritorio | scrivania | 526 |
  + floor | table | Tisch | table | mesa | tavolo | 532 | desk
  + floor | bookcase | Bücherregal | bibliothèque | estantería | libreria | 453 |
  · floor | chest of drawers | Kommode | commode | cómoda | cassettiera | 493 |
  · floor | wardrobe | Kleiderschrank | armoire | armario | armadio | 894 |
  · floor | cabinet | Schrank | meuble de rangement | armario | mobile contenitore | 495 648 | chest of drawers, wardrobe
  - | chest | Truhe | coffre | baúl | baule | 492 |
  + floor | bed | Bett | lit | cama | letto | 564 |
  - floor | crib | Babybett | lit bébé | cuna | lettino | 516 520 431 |
  + floor | piece of furniture | Möbelstück | meuble | mueble | mobile | 708 | chair, bench, sofa, table, bookcase, cabinet, chest, bed, crib
  + | pillow | Kissen | coussin | cojín | cuscino | 721 |
  - | quilt | Steppdecke | couette | edredón | trapunta | 750 |
  + | towel | Handtuch | serviette | toalla | asciugamano | 434 |
  + | rug | Teppich | tapis | alfombra | tappeto | 741 |
  - | doormat | Fußmatte | paillasson | felpudo | zerbino | 539 |
  + | basket | Korb | panier | cesta | cesto | 588 790 |
  - | bucket | Eimer | seau | cubo | secchio | 463 |
  - | barrel | Fass | tonneau | barril | barile | 427 |
  + | box | Karton | boîte | caja | scatola | 478 |
  - | pack | Packung | paquet | paquete | confezione | 692 |
  - floor | bathtub | Badewanne | baignoire | bañera | vasca da bagno | 435 876 |
  - | sink | Waschbecken | lavabo | lavabo | lavandino | 896 |
  + | laptop | Laptop | ordinateur portable | portátil | computer portatile | 620 681 |
  · | computer | Computer | ordinateur | ordenador | computer | 527 | laptop
  + | monitor | Monitor | écran | monitor | monitor | 664 782 |
  · | television | Fernseher | téléviseur | televisor | televisore | 851 |
  + | keyboard | Tastatur | clavier | teclado | tastiera | 508 810 878 |
  + | computer mouse | Computermaus | souris d’ordinateur | ratón de ordenador | mouse | 673 |
  + | phone | Telefon | téléphone | teléfono | telefono | 487 528 590 605 |
  - | remote control | Fernbedienung | télécommande | mando a distancia | telecomando | 761 |
  + | game controller | Gamecontroller | manette de jeu | mando de juego | controller di gioco | 613 |
  · | printer | Drucker | imprimante | impresora | stampante | 713 742 |
  · | hard drive | Festplatte | disque dur | disco duro | disco rigido | 592 |
  + | speaker | Lautsprecher | enceinte | altavoz | altoparlante | 632 |
  - | radio | Radio | radio | radio | radio | 754 |
  · | microphone | Mikrofon | microphone | micrófono | microfono | 650 |
  - | cassette | Kassette | cassette | casete | cassetta | 481 |
  - | cassette player | Kassettenrekorder | lecteur de cassettes | reproductor de casetes | lettore di cassette | 482 848 |
  - | CD player | CD-Player | lecteur CD | reproductor de CD | lettore CD | 485 |
  - | projector | Projektor | projecteur | proyector | proiettore | 745 |
  · | camera lens | Kameraobjektiv | objectif photo | objetivo de cámara | obiettivo fotografico | 622 |
  + | camera | Kamera | appareil photo | cámara | fotocamera | 732 759 | camera lens
  - | tripod | Stativ | trépied | trípode | treppiede | 872 |
  - | binoculars=pair of binoculars | Fernglas | jumelles | prismáticos | binocolo | 447 |
  - | magnifying glass | Lupe | loupe | lupa | lente d’ingrandimento | 633 |
  + lies | watch | Armbanduhr | montre | reloj de pulsera | orologio da polso | 531 |
  + clock | clock | Uhr | horloge | reloj | orologio | 409 530 892 |
  - | stopwatch | Stoppuhr | chronomètre | cronómetro | cronometro | 826 |
  - | compass | Kompass | boussole | brújula | bussola | 635 |
  - | hourglass | Sanduhr | sablier | reloj de arena | clessidra | 604 |
  - | scale | Waage | balance | balanza | bilancia | 778 |
  + | sneaker | Sneaker | basket | zapatilla | sneaker | 770 |
  + | sandal | Sandale | sandale | sandalia | sandalo | 774 |
  - | clog | Clog | sabot | zueco | zoccolo | 502 |
  + | boot | Stiefel | botte | bota | stivale | 514 |
  + | shoe | Schuh | chaussure | zapato | scarpa | 630 | sneaker, sandal, clog, boot
  + worn | T-shirt | T-Shirt | tee-shirt | camiseta | maglietta | 610 |
  + worn | sweatshirt | Sweatshirt | sweat-shirt | sudadera | felpa | 841 |
  + worn | cardigan | Strickjacke | cardigan | cárdigan | cardigan | 474 |
  + worn | coat | Mantel | manteau | abrigo | cappotto | 568 869 |
  + worn | suit | Anzug | costume | traje | completo | 834 |
  + worn | jeans=pair of jeans | Jeans | jean | vaqueros | jeans | 608 |
  + worn | shorts=pair of shorts | Shorts | short | pantalón corto | pantaloncini | 842 |
  + worn | skirt | Rock | jupe | falda | gonna | 655 689 |
  + worn | dress | Kleid | robe | vestido | vestito | 578 601 |
  - worn | kimono | Kimono | kimono | kimono | kimono | 614 |
  - worn | poncho | Poncho | poncho | poncho | poncho | 735 |
  · worn | bikini | Bikini | bikini | bikini | bikini | 445 |
  + worn | swimsuit | Badeanzug | maillot de bain | bañador | costume da bagno | 638 639 |
  + worn | bra | BH | soutien-gorge | sujetador | reggiseno | 459 |
  + worn | pajamas=pair of pajamas | Schlafanzug | pyjama | pijama | pigiama | 697 |
  + worn | apron | Schürze | tablier | delantal | grembiule | 411 |
  + worn | garment | Kleidungsstück | vêtement | prenda | capo d’abbigliamento | 399 465 617 652 | T-shirt, sweatshirt, cardigan, coat, suit, jeans, shorts, skirt, dress, kimono, poncho, swimsuit, pajamas, apron
  + worn | shirt | Hemd | chemise | camisa | camicia |  |
  + worn | blouse | Bluse | chemisier | blusa | camicetta |  |
  + worn | sweater | Pullover | pull | jersey | maglione |  |
  + worn | hoodie | Kapuzenpullover | sweat à capuche | sudadera con capucha | felpa con cappuccio |  |
  + worn | jacket | Jacke | veste | chaqueta | giacca |  |
  + worn | trousers=pair of trousers | Hose | pantalon | pantalón | pantaloni |  |
  + | belt | Gürtel | ceinture | cinturón | cintura | 464 |
  + worn | sock | Socke | chaussette | calcetín | calzino | 806 |
  - worn | mitten | Handschuh | moufle | manopla | muffola | 658 |
  + worn | scarf | Schal | écharpe | bufanda | sciarpa | 824 |
  + worn | tie | Krawatte | cravate | corbata | cravatta | 906 |
  - worn | bow tie | Fliege | nœud papillon | pajarita | papillon | 457 |
  + | hat | Hut | chapeau | sombrero | cappello | 452 515 808 |
  + | helmet | Helm | casque | casco | casco | 518 560 |
  + | sunglasses=pair of sunglasses | Sonnenbrille | lunettes de soleil | gafas de sol | occhiali da sole | 836 837 |
  + | backpack | Rucksack | sac à dos | mochila | zaino | 414 |
  + | handbag | Handtasche | sac à main | bolso | borsa | 748 |
  + | bag | Tasche | sac | bolsa | borsa | 636 | backpack, handbag
  + | wallet | Geldbörse | portefeuille | cartera | portafoglio | 893 |
  + | umbrella | Regenschirm | parapluie | paraguas | ombrello | 879 |
  + lies | necklace | Halskette | collier | collar | collana | 679 |
  + lies | ring | Ring | bague | anillo | anello |  |
  + lies | earring | Ohrring | boucle d’oreille | pendiente | orecchino |  |
  + lies | bracelet | Armband | bracelet | pulsera | bracciale |  |
  + lies | jewelry=piece of jewelry | Schmuck | bijou | joya | gioiello |  |
  - | hair clip | Haarspange | barrette | pasador de pelo | fermaglio | 584 |
  - | wig | Perücke | perruque | peluca | parrucca | 903 |
  + | acoustic guitar | Akustikgitarre | guitare acoustique | guitarra acústica | chitarra acustica | 402 |
  + | electric guitar | E-Gitarre | guitare électrique | guitarra eléctrica | chitarra elettrica | 546 |
  · | guitar | Gitarre | guitare | guitarra | chitarra |  | acoustic guitar, electric guitar
  - | banjo | Banjo | banjo | banjo | banjo | 420 |
  · | violin | Geige | violon | violín | violino | 889 |
  · | cello | Cello | violoncelle | violonchelo | violoncello | 486 |
  · | piano | Klavier | piano | piano | pianoforte | 579 881 |
  · | drum | Trommel | tambour | tambor | tamburo | 541 |
  · | saxophone | Saxofon | saxophone | saxofón | sassofono | 776 |
  · | trumpet | Trompete | trompette | trompeta | tromba | 513 |
  · | flute | Flöte | flûte | flauta | flauto | 558 |
  - | accordion | Akkordeon | accordéon | acordeón | fisarmonica | 401 |
  + | plush toy | Kuscheltier | peluche | peluche | peluche | 850 |
  - | piggy bank | Sparschwein | tirelire | hucha | salvadanaio | 719 |
  - | jigsaw puzzle | Puzzle | puzzle | puzle | puzzle | 611 |
  - | balloon | Luftballon | ballon de baudruche | globo | palloncino | 417 |
  + | ball | Ball | ballon | pelota | palla | 429 430 522 574 722 768 805 852 890 |
  - | racket | Schläger | raquette | raqueta | racchetta | 752 |
  - | dumbbell | Hantel | haltère | mancuerna | manubrio | 422 543 |
  - | ski | Ski | ski | esquí | sci | 795 |
  · | tent | Zelt | tente | tienda de campaña | tenda | 672 |
  · | sleeping bag | Schlafsack | sac de couchage | saco de dormir | sacco a pelo | 797 |
  + road | bicycle | Fahrrad | vélo | bicicleta | bicicletta | 444 671 |
  · road | scooter | Motorroller | scooter | escúter | scooter | 665 670 |
  - | tricycle | Dreirad | tricycle | triciclo | triciclo | 870 |
  + | car | Auto | voiture | coche | auto | 436 468 511 609 627 656 661 751 817 |
  + | pen | Stift | stylo | bolígrafo | penna | 418 563 |
  - | pencil case | Federmäppchen | trousse | estuche | astuccio | 709 |
  - | paintbrush | Pinsel | pinceau | pincel | pennello | 696 |
  - | envelope | Briefumschlag | enveloppe | sobre | busta | 549 |
  - | binder | Ordner | classeur | archivador | raccoglitore | 446 |
  + | book | Buch | livre | libro | libro | 917 921 |
  - | drill | Bohrmaschine | perceuse | taladro | trapano | 740 |
  - | hammer | Hammer | marteau | martillo | martello | 587 |
  - | screwdriver | Schraubendreher | tournevis | destornillador | cacciavite | 784 |
  - | axe | Axt | hache | hacha | ascia | 596 |
  - | chainsaw | Kettensäge | tronçonneuse | motosierra | motosega | 491 |
  - | lawn mower | Rasenmäher | tondeuse à gazon | cortacésped | tagliaerba | 621 |
  - | shovel | Schaufel | pelle | pala | pala | 792 |
  - | broom | Besen | balai | escoba | scopa | 462 |
  - | padlock | Vorhängeschloss | cadenas | candado | lucchetto | 695 |
  - | lighter | Feuerzeug | briquet | mechero | accendino | 626 |
  - | toilet paper | Toilettenpapier | papier toilette | papel higiénico | carta igienica | 999 |
  - | paper towel | Küchenrolle | essuie-tout | papel de cocina | carta da cucina | 700 |
  + | potted plant | Topfpflanze | plante en pot | planta en maceta | pianta in vaso | 738 |
  · | flower | Blume | fleur | flor | fiore | 985 |
  + | pizza | Pizza | pizza | pizza | pizza | 963 |
  + | burger | Burger | burger | hamburguesa | hamburger | 933 |
  - | hot dog | Hotdog | hot-dog | perrito caliente | hot dog | 934 |
  - | burrito | Burrito | burrito | burrito | burrito | 965 |
  + | bread=loaf of bread | Brot | pain | pan | pane | 930 961 |
  - | bagel | Bagel | bagel | bagel | bagel | 931 |
  - | pretzel | Brezel | bretzel | pretzel | pretzel | 932 |
  · | ice cream=serving of ice cream | Eis | glace | helado | gelato | 928 |
  - | ice pop | Eis am Stiel | glace à l’eau | polo | ghiacciolo | 929 |
  + | apple | Apfel | pomme | manzana | mela | 948 |
  + | strawberry | Erdbeere | fraise | fresa | fragola | 949 |
  + | orange | Orange | orange | naranja | arancia | 950 |
  + | lemon | Zitrone | citron | limón | limone | 951 |
  - | fig | Feige | figue | higo | fico | 952 |
  · | pineapple | Ananas | ananas | piña | ananas | 953 |
  + | banana | Banane | banane | plátano | banana | 954 |
  - | pomegranate | Granatapfel | grenade | granada | melagrana | 957 |
  · | fruit=piece of fruit | Obst | fruit | fruta | frutta | 955 956 | apple, strawberry, orange, lemon, fig, pineapple, banana, pomegranate
  - | broccoli=head of broccoli | Brokkoli | brocoli | brócoli | broccolo | 937 |
  - | cauliflower | Blumenkohl | chou-fleur | coliflor | cavolfiore | 938 |
  - | cabbage | Kohl | chou | col | cavolo | 936 |
  - | pumpkin | Kürbis | courge | calabaza | zucca | 607 940 941 942 |
  - | cucumber | Gurke | concombre | pepino | cetriolo | 943 |
  - | zucchini | Zucchini | courgette | calabacín | zucchina | 939 |
  - | artichoke | Artischocke | artichaut | alcachofa | carciofo | 944 |
  - | bell pepper | Paprika | poivron | pimiento | peperone | 945 |
  - | mushroom | Pilz | champignon | seta | fungo | 947 |
  - | ear of corn | Maiskolben | épi de maïs | mazorca de maíz | pannocchia di mais | 987 998 |
  · | vegetable | Gemüse | légume | verdura | verdura |  | broccoli, cauliflower, cabbage, pumpkin, cucumber, zucchini, artichoke, bell pepper, mushroom, ear of corn
`;

const { nouns, weights } = parseTable(TABLE);

/** All nouns; a broader noun follows its narrower ones. */
export const PRODUCT_NOUNS: readonly ProductNoun[] = [...nouns.values()];

/** Factors for the probabilities of the classes with a noun; the factor of other classes is 1. */
export const CLASS_WEIGHTS: ReadonlyMap<number, number> = weights;

function parseTable(table: string) {
  const nouns = new Map<string, ProductNoun>();
  const weights = new Map<number, number>();
  for (const line of table.trim().split('\n')) {
    const [kind = '', english = '', de = '', fr = '', es = '', it = '', ownClasses = '', narrower = ''] = line
      .split('|')
      .map((cell) => cell.trim());
    const [frequency = '', usualPose = 'stands'] = kind.split(' ');
    const [en = '', counted = en] = english.split('=');
    const own = splitCell(ownClasses, ' ').map(Number);
    const inherited = splitCell(narrower, ', ').flatMap((word) => nouns.get(word)?.classes ?? []);
    nouns.set(en, {
      words: { en, de, fr, es, it },
      counted,
      classes: [...own, ...inherited],
      usualPose: usualPose as SeenInLife,
    });
    for (const index of own) weights.set(index, WEIGHTS[frequency as Frequency]);
  }
  return { nouns, weights };
}

function splitCell(cell: string, separator: string): string[] {
  return cell === '' ? [] : cell.split(separator);
}
