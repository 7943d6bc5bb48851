/**
 * Vocabulary of scene prompts. Each line is one concept: its ID, which also counts as a word (with spaces for its
 * hyphens), and after the colon its other words.
 *
 * Words are folded (lower case, no accents); a phrase of several words takes precedence over its single words. English
 * comes first; after the semicolon German, French, Spanish and Italian. Plurals and common endings need no entry, nor
 * does "light" after a kind of light. Each word belongs to one line only.
 */

/** Groups of concepts; the group decides how much a concept influences the choice of a scene. */
export type ConceptKind =
  | 'world'
  | 'material'
  | 'prop'
  | 'season'
  | 'mood'
  | 'light'
  | 'camera'
  | 'pose'
  | 'tone';

export const CONCEPT_LINES: Readonly<Record<ConceptKind, string>> = {
  world: `
    podium:pedestal,plinth,platform;podio,podest,sockel,socle,piedestal,piedistallo
    hanger:on a hanger,coat hanger,clothes hanger,wooden hanger,clothes rail,clothing rail,clothes rack,garment rack,wardrobe;kleiderbugel,bugel,kleiderstange,cintre,portant,percha,perchero,gruccia,appendiabiti,grucce
    wall-hook:coat hook,peg,peg rail,hook,hooks,wooden peg,hook on the wall,on a hook;am haken,an einem haken,a un crochet,en un gancho,de un gancho,a un gancio,su un gancio,wandhaken,haken,garderobenhaken,patere,crochet,crochet mural,gancho,gancho de pared,gancio,gancio a muro
    road:parked,parking,parking lot,carpark,highway,roadside,mountain road,country road;parkplatz,geparkt,landstrasse,bergstrasse,passstrasse,gebirgsstrasse,route,parking exterieur,stationne,gare,carretera,aparcado,estacionado,aparcamiento,strada,parcheggio,parcheggiata
    hall:showroom,hangar,exhibition hall;halle,ausstellungshalle,salle d exposition,nave,capannone
    underwater:under water,seabed,reef,coral reef,aquarium;unterwasser,riff,sous l eau,recif,bajo el agua,arrecife,sott acqua
    arch:niche;bogen,arco,nische,arche,arcade,voute,torbogen
    geometric:blocks,cube,sphere;wurfel,kugeln,blocs,cubos,bloques,esferas,cubi,blocchi,sfere
    architecture:architectural;architektur,arquitectura,architettura
    kitchen:;kuche,cuisine,cocina,cucina
    counter:countertop,worktop,counter top,work top;arbeitsplatte,theke,plan de travail,comptoir,encimera,piano di lavoro
    kitchen-counter:kitchen countertop,kitchen worktop,kitchen counter top,counter in a kitchen;kuchenplatte,kuchentheke,kuchen arbeitsplatte,kuche arbeitsplatte,kuche theke,plan de cuisine,plan de travail de cuisine,comptoir de cuisine,encimera de cocina,encimera de la cocina,meson de cocina,piano di cucina,piano cucina,piano di lavoro della cucina
    food:meal,cooking,breakfast,lunch,dinner;essen,repas,petit dejeuner,fruhstuck,comida,desayuno,cibo,colazione
    restaurant:cafe,bar;bistrot,ristorante
    wood-table:wooden table,table top,oak table,desk,nightstand,bedside table,sideboard,dresser;tisch,holztisch,mesa,tavolo,table en bois,table,tavolino,esstisch,table basse,schreibtisch,bureau,nachttisch,kommode,escritorio,mesita de noche,mesilla de noche,comoda,scrivania,comodino,table de chevet,table de nuit,commode,chevet,console,mesita
    furniture-room:furniture,furnished room,empty room,whole room,room with a floor,sitting room,lounge;mobel,meuble,mueble,mobili
    home:house,living room,interior,indoor,apartment,room;wohnzimmer,zuhause,salon,maison,casa,sala de estar,soggiorno,salotto,hogar,interieur,habitacion,wohnung,zimmer,appartement,sejour,apartamento,appartamento,stanza
    bedroom:bed;bett,cama,au lit,un lit,le lit,du lit,schlafzimmer,chambre,dormitorio,camera da letto,letto
    reading:library;bibliothek,leseecke,bibliotheque,biblioteca,libreria
    office:workspace;buro,oficina,ufficio
    bath:bathroom,bathtub,shower;badezimmer,badewanne,salle de bain,salle de bains,bano,bagno,dusche,douche,ducha,doccia
    spa:wellness;benessere
    zen:meditation,yoga,japanese garden
    sea:ocean,wave;meer,ozean,mer,mar,mare,wellen,vagues,olas,onde
    pool:swimming;piscina,schwimmbad,schwimmbecken,alberca
    river:fluss;riviere,rio,fiume,bach
    lake:lago;lac
    waterfall:;wasserfall,cascade,cascada,cascata
    rain:raindrops;regen,pluie,lluvia,pioggia
    beach:seaside,coast;strand,kuste,plage,playa,spiaggia
    desert:desierto;wuste
    dunes:sand dune;dunen,duna
    courtyard:patio,terrace;innenhof,terrasse,terraza,cortile,terrazza
    mediterranean:santorini,morocco,provence;mediterran,mediterraneo,provencal,andaluz,mediterraneen
    steps:stairs,staircase;treppe,stufe,escalier,escalera,gradini,peldano,escalon,scalini,scale
    outdoor:outside;draussen,im freien,exterieur,exterior,al aire libre,esterno,all aperto,dehors,en plein air
    forest:woods,rainforest,tree;wald,foret,bosque,bosco,baum,arbres,arboles,alberi
    nature:earth;natur,naturaleza
    garden:park;garten,jardin,giardino,parc,parque,parco
    meadow:grassy,field,lawn;wiese,gras,prairie,pradera,prato,rasen,pelouse,herbe,prado,hierba,cesped,erba
    mountain:alpine,mountain pass;berg,berge,gebirge,montagne,alpes,montana,montagna,alpi
    camping:campfire
    winter-wonderland:ski,skiing
    sky:;himmel,ciel
    clouds:wolken,nuage;nube,nuvola
    space:stars,moon;weltraum,mond,lune,luna
    street:sidewalk,pavement,crosswalk,alley;strasse,gehweg,burgersteig,rue,trottoir,calle,acera,per strada,marciapiede,gasse,ruelle,callejon,vicolo
    city:urban,new york;stadt,ville,ciudad,citta,urbain
    club:disco,nightclub;disko,discotheque,discoteca
    cyberpunk:gaming;gamer
    loft:garage,factory,workshop;fabrik,usine,fabrica,fabbrica,werkstatt,atelier,garaje,taller,officina
    industrial:;industriell,industriel
    gym:fitness,sport,workout;fitnessstudio,turnhalle,salle de sport,gimnasio,palestra,sporthalle,gymnase
    technology:tech,high tech,digital;technologie,tecnologia,technik
    laboratory:lab,scientific;labor,laboratoire,laboratorio
    stage:theatre,theater,catwalk,runway;buhne,teatro,escenario,palcoscenico
    studio:photo studio,photographic studio;fotostudio,studio photo,estudio,estudio fotografico,studio fotografico
    seamless:sweep,paper sweep,cyclorama,infinity cove,infinity wall,packshot,pack shot,e commerce,ecommerce,catalog,catalogue,online store,marketplace,isolated,isolate,cut out,cutout,plain background,plain backdrop,plain ground,paper backdrop,plain studio,solid background,solid backdrop,solid color,backdrop paper,paper roll;hohlkehle,freisteller,freigestellt,nahtlos,onlineshop,einfarbiger hintergrund,schlichter hintergrund,neutraler hintergrund,fond uni,fond neutre,fond infini,detoure,isole,catalogue produit,boutique en ligne,fondo liso,fondo neutro,fondo infinito,aislado,catalogo,tienda online,comercio electronico,sfondo neutro,sfondo unito,fondale,isolato,negozio online,nahtloser hintergrund,fond continu,fondo continuo,fondale continuo,sfondo continuo,hintergrundpapier,hintergrundkarton
    gallery:museum;galerie,galeria,galleria,musee,museo
    boutique:shop,store;laden,magasin,tienda,negozio
    romance:love,wedding,bride,anniversary;romantik,liebe,hochzeit,mariage,amor,boda,❤,💕,💍,romanticismo,matrimonio
    party:celebration;fete,fiesta,festa,🎉,🥳,feier
    birthday:geburtstag,🎂;anniversaire,cumpleanos,compleanno
    sale:black friday;ausverkauf,schlussverkauf,soldes,rebajas,saldi
    children:child,kid,baby,nursery,kids room;kinder,kinderzimmer,enfant,chambre d enfant,cuarto infantil,cuarto de bebe,cameretta,babyzimmer,chambre bebe,ninos,habitacion infantil,bambini
    dream:magic;traum,magie,reve,sueno,magia,sogno
    skincare:beauty,cosmetics,makeup;kosmetik,beaute
    luxury:high end;luxus,luxe,lujo,lusso
    harvest:farm;ernte,bauernhof,recolte,ferme,cosecha,granja,raccolto,fattoria
    tropics:tropical,hawaii,island;tropen,tropisch,tropiques
    window:fenster,fenetre,ventana,finestra;fensterbank,davanzale
    halloween:🎃
  `,
  material: `
    marble:carrara;marmor,marbre,marmol,marmo,piano in marmo,piano di marmo
    terrazzo:;terrazo,graniglia
    stone:rock,granite,sandstone;stein,naturstein,pierre,roca,pietra,roccia,piedra,granit,granito,fels,roche,sandstein,rocher,scoglio
    slate:basalt;schiefer,ardoise,pizarra,ardesia
    pebbles:river stone,stones;kiesel,steine,pierres,piedras,pietre,kieselstein,galet,guijarro,ciottolo,sassi
    concrete:cement,raw concrete,polished concrete;beton,sichtbeton,beton brut,beton cire,zement,hormigon,calcestruzzo,concreto,ciment
    plaster:;gips,putz,platre,yeso,gesso,intonaco,stuc,stucco,estuco
    terracotta:terra cotta,clay,pottery,baked clay;terrakotta,tonerde,terre cuite,argile,barro,barro cocido,terracota,arcilla,cotto,argilla
    brick:ziegel;backstein,brique,ladrillo,mattone
    travertine:travertin;travertino
    tiles:mosaic;fliesen,kachel,carrelage,carreaux,azulejo,baldosa,piastrella,piastrelle,mosaik,mosaique,mosaico,faience,maiolica,maioliche
    ceramic:porcelain,stoneware,earthenware;steinzeug,steingut,gres,ceramique emaillee,keramik,ceramique,ceramica,porzellan,porcelaine,porcelana,porcellana
    wood:board,plank,cutting board,chopping board,walnut,bamboo;schneidebrett,holzbrett,brett,planche,planche en bois,planche a decouper,tabla,tabla de madera,tabla de cortar,tagliere,asse di legno,holz,bois,madera,legno,walnuss,nussbaum,noyer,nogal,noce,bambus,bambou,parquet,parkett
    oak:eiche;chene,roble,rovere,quercia
    bark:;rinde,ecorce,corteza,corteccia
    linen:cotton,cloth,tablecloth;tischdecke,tischtuch,nappe,mantel,tovaglia,leinen,baumwolle,lin,coton,lino,algodon,draps,laken,bettlaken,sabanas,lenzuola
    wool:knit,blanket,woolen,woollen;decke,wolle,strickdecke,wolldecke,laine,couverture,plaid,lana,manta,coperta
    towel:;handtuch,handtucher,serviette de bain,toalla,asciugamano,asciugamani
    fabric:folds,crumpled,rumpled,wrinkled,draped;stoff,tuch,zerknittert,froisse,arrugado,stropicciato,tissu,tela,tessuto
    silk:satin,silk waves;seide,soie,seda,seta
    velvet:plush;samt,terciopelo,velluto,velours
    leather:leder,cuir,cuero;pelle,cuoio
    fur:fluffy,feather;fourrure,pelliccia
    paper:cardboard,origami,papercraft,paper craft;papier,pappe,papel,carta,karton,cartone
    glass:transparent,frosted glass,acrylic,crystal,translucent,glass block,frosted glass block;verre,vidrio,vetro,cristal,glas,kristall,cristallo
    mirror:reflective,reflection;spiegelung,reflet,reflejo,riflesso,spiegel,miroir,espejo,specchio
    metal:metallic,steel,aluminium,aluminum,chrome,brushed metal,brushed steel,stainless steel;geburstetes metall,geburstetem metall,gebursteter stahl,geburstetem stahl,edelstahl,acier brosse,metal brosse,acier inoxydable,inox,acero cepillado,metal cepillado,acero inoxidable,acciaio spazzolato,metallo spazzolato,acciaio inox,metall,stahl,acier,acero,acciaio,metallo,chrom
    gold:oro,dorado;dore,dorato
    brass:bronze;messing,laiton,laton,ottone
    copper:kupfer,cuivre,cobre,rame
    lacquer:high gloss
    asphalt:wet asphalt;asphalte,asfalto,goudron,bitume
    water:ripples,puddle;wasser,eau,agua,acqua,💧,🌊,pfutze,flaque,charco,pozzanghera
    sand:sabbia,arena;sable
    snow:snowflake,frost;schnee,neige,nieve,neve,❄,☃,⛄,verschneit,enneige,nevado,innevato
    ice:icy,frozen,ice cube;eis,hielo,ghiaccio,glace
    moss:moos;de la mousse,tapis de mousse,mousse verte,musgo,muschio
    soap:seife,savon;jabon,sapone
    foam:schaum;espuma,schiuma,ecume
  `,
  prop: `
    books:magazine;buch,livre,libro
    vase:;florero,jarron,vaso di fiori
    pampas:pampas grass,dried grass;pampasgras,herbe de la pampa,hierba de la pampa,erba della pampa
    leaves:leaf,foliage,plant,greenery;blatter,pflanze,feuille,hoja,foglia,🌿,🍃,laub,plante,planta,pianta,piante,feuillage
    monstera:eucalyptus,fern,ivy;eukalyptus,efeu,lierre,hiedra,edera,farn,fougere,helecho,felce
    autumn-leaves:fall leaves,maple leaves,fallen leaves,maple;🍁,🍂,herbstlaub,herbstblatter,feuilles d automne,feuilles mortes,hojas de otono,foglie autunnali,foglie d autunno
    branches:branch,roots,twigs;zweig,branche,rama,aste,brindilles,rami,rametti
    fir:pine tree,pine cone,pinecone;tanne,tannenbaum,sapin,🌲,abeto,abete,kiefer,christmas tree,weihnachtsbaum,arbol de navidad,albero di natale,arbre de noel,pino
    flowers:floral,blossom,bouquet;blume,blute,fleur,flor,fiore,🌸,🌼,🌺,💐
    garden-flowers:tulip,cherry blossom,peony,peonies,daisy,daisies,sunflower,hydrangea;tulpe,kirschblute,pfingstrose,sonnenblume,ganseblumchen,hortensie,tulipe,fleur de cerisier,pivoine,tournesol,paquerette,tulipan,flor de cerezo,peonia,girasol,margaritas,tulipano,fiore di ciliegio,girasole,margherite,🌷,🌻,orchid,jasmine,orchidee,jasmin,marguerites,orchidees,orquidea,jazmin,geranios,orchidea,gelsomino,gerani
    petals:roses,rose petal;rosen,🌹,blutenblatter,rosenblatter,petale,petalo
    fruit:;obst,fruta,frutta,fruchte
    berries:berry,strawberry,raspberry,blueberry,cherries;beere,beeren,erdbeere,himbeere,heidelbeere,blaubeere,kirschen,baie,fraise,framboise,myrtille,cerises,baya,fresa,frambuesa,arandano,cerezas,bacca,fragola,lampone,mirtillo,ciliegie,🍓,🍒,fraises
    orchard-fruit:apple,pear,grape,figs;apfel,birne,weintraube,feigen,pomme,poire,raisins,figues,manzana,uvas,higos,mela,uva,fichi,🍎
    citrus:lemon,oranges;zitrone,citron,limon,🍋,🍊,zitrusfruchte,agrume,citrico,agrumi,limone,arancia,naranjas,orangen
    pumpkin:kurbis,kurbisse;citrouille,potiron,calabaza,zucca
    gifts:present,gift box,boxes,ribbon,wrapped;geschenk,cadeau,regalo,🎁,🎀,regali
    balloons:balloon;luftballon,ballon,globos,palloncino,🎈
    confetti:glitter;glitzer,paillettes,purpurina,konfetti,✨,confeti,coriandoli
    bubbles:soap bubble;seifenblasen,blasen,🫧,bulles,burbuja,bolle,bulles de savon,pompas de jabon,bolle di sapone
    neon:led;neonlicht
    candles:candle,candlelight,lantern,flame;kerze,kerzenlicht,bougie,vela,candela,laterne,🕯,🔥,kerzenschein
    fireplace:fire,hearth,open fire;feuer,kamin,kaminfeuer,cheminee,chimenea,camino,caminetto
    fairy-lights:string lights,christmas lights;lichterkette,guirlande lumineuse,guirnalda de luces,luci natalizie,luces de navidad,luci di natale,lucine
    armchair:sofa,couch;sessel,fauteuil,canape,sillon,poltrona,divano
    shelf:shelves,wooden shelf,wall shelf,bookshelf;regal,wandregal,etagere,estante,estanteria,mensola,scaffale
    pots:pot,pan,cookware;topf,topfe,casserole,olla,pentola
    herbs:herb,basil,rosemary,thyme,mint leaves;minze,menthe,menta,krauter,basilikum,herbes,hierbas,erbe,basilico
    car:vehicle,truck,motorcycle,tractor;auto,traktor,voiture,coche,macchina
    palm-tree:palm trees,coconut,coconut tree;palmen,palmier,palmeras,palme,🌴
    shells:🐚;muschel,coquillage,concha,conchiglia,conchiglie
    curtain:;vorhang,vorhange,gardine,rideau,cortina,tende
    fog:foggy,mist,misty;nebel,brouillard,brume,niebla,neblina,nebbia,foschia,smoke,rauch,fumee,humo,fumo
    floating:levitating,mid air,in the air;schwebend,schwebt,flottant,flotando,fluttuante
    santa:santa claus;pere noel,weihnachtsmann,nikolaus,papa noel,babbo natale
    bokeh:creamy bokeh,depth of field,shallow depth of field,blurred background;unscharfer hintergrund,flou d arriere plan,arriere plan flou,fondo desenfocado,sfondo sfocato
    rug:carpet;teppich,tapis,alfombra,tappeto
    pictures:picture frames,framed pictures,posters;bilderrahmen,gemalde,tableaux,cuadros,quadri,affiches,cadres
    floor-lamp:standing lamp;stehlampe,lampadaire,lampara de pie,lampada da terra,piantana
    wallpaper:;tapete,papier peint,papel pintado,carta da parati
    eyewear:;sonnenbrille,lunettes de soleil,gafas de sol,occhiali da sole
    baubles:christmas ball;weihnachtskugel,christbaumkugel,boule,palline,bolas de navidad
    props:prop,decoration,decor,ornaments,accessories,objects,extras;deko,dekoration,requisiten,accessoires,objets,accesorios,adornos,objetos,accessori,oggetti,decorazioni
  `,
  season: `
    spring:fruhling,printemps,primavera
    summer:summertime;sommer,ete,verano,estate,☀,🌞
    autumn:autumnal,fall;herbst,automne,otono,autunno,herbstlich,automnal,otonal,autunnale
    winter:wintry;hiver,invierno,inverno
    christmas:xmas,noel;weihnachten,weihnachtlich,navidad,natale,🎄,🎅
    new-year:fireworks,🎆;silvester,neujahr,nouvel an,ano nuevo,capodanno
    valentine:valentines day;valentinstag,saint valentin,san valentin,san valentino
    mothers-day:mother,mom;muttertag,fete des meres,dia de la madre,festa della mamma
    thanksgiving:
  `,
  mood: `
    minimal:minimalist,simple,empty,negative space,sleek;minimalistisch,schlicht,sencillo,semplice,epure
    plain:nothing else,nothing around,bare;sonst nichts,nichts sonst,nichts anderes,uni,rien d autre,sans rien,liso,nada mas,tinta unita,nient altro,niente altro,sin nada mas,senza altro,sans rien d autre
    calm:quiet,peaceful,still,slow,relaxing;ruhig,tranquilo,sereno,paisible
    elegant:classy,sophisticated,refined,chic,timeless,stylish,classic
    luxurious:premium,rich,opulent,exclusive,expensive,glamorous,royal;luxurios,luxueux,lujoso,lussuoso,edel
    feminine:tender,sensual,bridal;feminin
    masculine:rugged;mannlich
    romantic:
    natural:organic,eco,sustainable,vegan,honest,raw,bio,botanical;naturlich,naturel
    cozy:cosy,homely,hygge;gemutlich,chaleureux,acogedor,accogliente,kuschelig,cocooning
    rustic:vintage,nostalgic,old,retro,handmade,bohemian,boho;rustikal
    fresh:freshness,healthy,juicy,refreshing;frisch,frais,fresco,refrescante
    clean:pure,clear;sauber,rein,propre,pur,limpio,puro,pulito
    playful:fun,cheerful,happy,cute,friendly,young,candy;alegre,verspielt,ludique,jugueton,giocoso,frohlich,joyeux,divertido,allegro
    festive:holiday;festlich,festivo,festif
    dreamy:ethereal,airy,hazy;vertraumt,reveur,onirique,onirico,de ensueno,sognante
    dramatic:moody,mysterious,intense,cinematic,sexy;stimmungsvoll,duster,melancolique,ambiance sombre,melancolico,atmosfera cupa,cupo,drammatico
    bold:striking,vibrant,strong,pop art
    colorful:colourful,rainbow,multicolored;bunt,farbenfroh,multicolore,colorido,de colores,colorato,variopinto
    energetic:dynamic,energy,power;energiegeladen,dynamisch
    futuristic:sci fi,scifi,future,holographic
    modern:contemporary,design,trendy,editorial,scandinavian,nordic;moderno,moderne,skandinavisch,scandinave,escandinavo,scandinavo
    technical:precise,professional;technisch
    soft:gentle;sanft,weich,doux,douce,suave,morbido
    sunny:southern,sunlit,exotic;sonnig,soleado,ensoleille,soleggiato
    wide:horizon
    dry:
    wet:damp,dewy;nass,mouille,feucht,humide,mojado,humedo,bagnato,umido
    cold:kalt,froid,frio,freddo;fria,frias
  `,
  light: `
    soft-box:softbox,studio light,soft light,diffused,soft glow,soft shadow,ring light;weiches licht,weiche schatten,weicher schatten,lumiere douce,ombre douce,luz suave,sombra suave,luce morbida,ombra morbida,diffuses licht,boite a lumiere,lumiere diffuse,caja de luz,luz difusa,luce diffusa
    hard-sun:hard,harsh,hart,direct sun,direct sunlight,noon,midday,noon sun,harsh shadows,hard shadow,sharp shadows,strong shadows;plein soleil,dur,harte sonne,grelle sonne,mittagssonne,harte schatten,soleil dur,ombres dures,sol duro,pleno sol,sombras duras,sole duro,pieno sole,ombre dure
    sun:sunlight,sunshine,sunbeam,daylight,natural light;naturliches licht,lumiere naturelle,luz natural,luce naturale,sonne,sonnenlicht,tageslicht,soleil,sol,luce del sole,al sole,rayos de sol,raggi di sole,sonnenstrahlen,sole
    warm-morning:morning,morning sun,dawn,sunrise;morgen,morgenlicht,sonnenaufgang,matin,aube,manana,amanecer,mattina,alba,morgensonne,soleil du matin,sol de la manana,mattino,sole del mattino
    afternoon:;nachmittag,nachmittagslicht,apres midi,media tarde,pomeriggio
    golden-hour:sunset,evening,low sun;sonnenuntergang,abend,coucher de soleil,coucher du soleil,soleil couchant,soir,atardecer,tramonto,sera,🌅,🌇,goldene stunde,goldenen stunde,abendsonne,abendlicht,heure doree,lumiere doree,hora dorada,luz dorada,ora d oro,luce dorata,puesta de sol,puesta del sol,fin de journee
    blue-hour:dusk,twilight,blue light;dammerung,abenddammerung,blaue stunde,crepuscule,heure bleue,anochecer,crepusculo,hora azul,crepuscolo,ora blu
    spotlight:spot,low key,lowkey,chiaroscuro,stage light,dramatic light,dark studio,high contrast;scheinwerfer,projecteur,faretto
    overcast:cloudy,gray day,grey day,shadowless,shadow free;nuageux,bedeckter himmel,ciel couvert,nublado,nuvoloso
    night:nighttime,midnight,moonlight;nacht,mondlicht,nuit,noche,notte,🌙,🌃,🌌
    high-key:bright,well lit,luminous,bright studio;leuchtend,helle,heller,hellem,hellen,lumineux,luminoso
    dark:dim;dunkel,dunkler,dunkles,dunklem,dunklen,sombre,fonce,oscuro,scuro,buio
    warm:warmth;chaud,calido,caldo
    cool:cold light;kuhl,lumiere froide,luz fria,luce fredda
    contrast:shadow;schatten,sombra,ombra,ombres
    leaf-shadow:dappled,dappled sun;blattschatten,blatterschatten,ombres de feuilles,sombras de hojas,ombre di foglie
    palm-shadow:palm leaves,palm;palmera,palmenschatten,palmschatten
    window-light:window shadow;fensterlicht,lumiere de la fenetre,luz de la ventana,luce della finestra
    blind:
    caustics:refraction;kaustik,caustique,caustica,caustiche
    glow:glowing,halo
    gradient:;farbverlauf,verlauf,degrade,degradado,sfumato
    strip-light:edge light;lichtleiste
    rim-light:rim lit,rimlight;kantenlicht,streiflicht am rand,contour lumineux,luz de contorno,lumiere de contour,luce di contorno
    colored-light:colored light,gel light,gels
    from-left:from the left,camera left,light left,lit from the left,left side,left;links,gauche,izquierda,sinistra
    from-right:from the right,camera right,right light,light right,lit from the right,right side;rechts,droite,derecha,destra
    side-light:side lit,from the side;seitenlicht,lumiere laterale,luz lateral,luce laterale,streiflicht
    from-back:back light,backlight,backlit,light from behind,from behind,contre jour,against the light,sun behind;gegenlicht,von hinten,contraluz,controluce
    from-top:top light,overhead light,light from above;luz cenital,luce zenitale,lumiere zenithale,zenitlicht
    from-front:front light,front lit
    flash:direct flash;blitz,blitzlicht
  `,
  camera: `
    from-above:high angle;von oben,d en haut,desde arriba,dall alto
    flat-lay:flatlay,top view,top down,top shot,overhead,overhead shot,birds eye view,from straight above,knolling;draufsicht,vogelperspektive,legeware,senkrecht von oben,vue de dessus,vue du dessus,vu du dessus,vu de dessus,a plat,vista superior,vista cenital,plano cenital,cenital,vista dall alto
    close-up:close view,macro,macro shot,detail shot,detail view,tight crop,tight shot,zoomed in;nahaufnahme,makro,gros plan,primer plano,primo piano,makroaufnahme
    wide-shot:wide angle,wide view,full scene,copy space,space for text,room for text,text space,small in the frame;platz fur text,freiraum fur text,espace pour le texte,espacio para texto
    eye-level:front view,frontal,low angle,from the front,side view,hero shot;augenhohe
  `,
  pose: `
    hanging:hang,hangs,hung,suspended;hangend,hangt,aufgehangt,suspendu,accroche,pendu,colgado,colgando,colgante,cuelga,appeso,sospeso
    lying:lies,laid flat,laid out,laid down,lying flat,lying down;liegend,liegt,flach liegend,ausgebreitet,couche,allonge,pose a plat,posee a plat,etale,tumbado,acostado,disteso,sdraiato,adagiato,steso
    standing:upright,stands;stehend,steht,aufrecht,debout,de pie,in piedi
  `,
  tone: `
    pastel:pastell
    neutral:
    earthy:earth tones,earthy tones;erdig,erdtone,terreux,terroso
    monochrome:monochromatic,tone on tone,black and white,grayscale,greyscale;einfarbig,ton sur ton,monocromo
    vivid:saturated;vif,vivo,kraftig,vivace
  `,
};
