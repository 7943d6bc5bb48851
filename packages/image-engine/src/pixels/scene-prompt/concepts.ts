/**
 * What a scene can be asked for, in words. Data only. One row is one thing: its id and its words.
 *
 * Words are folded (lower case, no accents); a phrase of several words counts before its parts. English first; after the
 * semicolon German, French, Spanish and Italian, where sellers write so. Plurals and common endings need no word of their
 * own, nor does "light" after a kind of light. A word stands in one row.
 */

/** Groups of things, by how much of a scene they decide. */
export type ConceptKind = 'world' | 'material' | 'prop' | 'season' | 'mood' | 'light' | 'camera' | 'tone';

export type ConceptRow = readonly [id: string, words: string];

export const CONCEPT_ROWS: Readonly<Record<ConceptKind, readonly ConceptRow[]>> = {
  world: [
    ['podium', 'podium,pedestal,plinth,platform;podest,sockel,piedestal,podio'],
    ['arch', 'arch,archway,niche,alcove;bogen,arche,arco,nische'],
    ['geometric', 'geometric,blocks,cylinder,cube,sphere,geometrical;geometrisch,geometrique,geometrico'],
    [
      'architecture',
      'architecture,architectural,building,pillar,column;architektur,arquitectura,architettura',
    ],
    ['kitchen', 'kitchen,counter,countertop,worktop,kitchen table;kuche,kueche,cuisine,cocina,cucina'],
    ['food', 'food,meal,recipe,cooking,breakfast,brunch,lunch,dinner,culinary,gourmet,bakery;essen'],
    ['restaurant', 'restaurant,cafe,bar,coffee shop;ristorante,restaurante'],
    [
      'wood-table',
      'wood table,wooden table,table,tabletop,table top,desk,bench,oak table;tisch,holztisch,mesa,tavolo,table en bois',
    ],
    [
      'home',
      'home,house,living room,interior,indoor,apartment,room;zuhause,wohnzimmer,maison,interieur,hogar,casa,salon',
    ],
    [
      'bedroom',
      'bedroom,bed,bedding,sleep,nightstand,pillow;schlafzimmer,bett,chambre,dormitorio,cama,camera da letto',
    ],
    ['reading', 'reading,library,study,book corner;bibliothek,bibliotheque,biblioteca'],
    ['office', 'office,workspace,work desk;buro,buero,bureau,oficina,ufficio'],
    ['bath', 'bath,bathroom,bathtub,shower;badezimmer,salle de bain,bano,bagno'],
    ['spa', 'spa,wellness,sauna'],
    ['zen', 'zen,meditation,yoga,japanese garden,japandi'],
    ['sea', 'sea,ocean,marine,underwater,lagoon,wave,nautical;meer,ozean,mer,oceano,mar,mare'],
    ['pool', 'pool,poolside;piscine,piscina'],
    ['river', 'river,stream,creek;fluss,riviere,rio,fiume'],
    ['lake', 'lake,pond;lac,lago'],
    ['waterfall', 'waterfall,cascade;wasserfall,cascata,cascada'],
    ['rain', 'rain,rainy,raindrops,wet,puddle,droplets,water drops,dew;regen,pluie,lluvia,pioggia'],
    ['beach', 'beach,seaside,shore,coast,coastal;strand,kuste,plage,playa,spiaggia'],
    ['desert', 'desert,sahara;wuste,wueste,desierto,deserto'],
    ['dunes', 'dune,sand dune;dunen,duenen'],
    ['courtyard', 'courtyard,patio,terrace,balcony,riad;innenhof,terrasse,cour,terraza'],
    ['mediterranean', 'mediterranean,greek,santorini,tuscany,tuscan,morocco,moroccan,provence'],
    ['steps', 'step,stairs,staircase;treppe,stufen,escalier'],
    ['outdoor', 'outdoor,outside,open air,landscape;draussen,esterno'],
    ['forest', 'forest,woods,woodland,jungle,rainforest,tree;wald,foret,bosque,bosco,foresta,baum'],
    ['nature', 'nature,natural setting,wild,wilderness,earth,earthy;natur,naturaleza,natura'],
    ['garden', 'garden,park,greenhouse,orchard;garten,jardin,giardino'],
    ['meadow', 'meadow,grass,grassy,field,pasture,countryside;wiese,gras,prato'],
    ['mountain', 'mountain,alps,alpine,cliff,peak,canyon;berge,gebirge,montagne,montana,montagna'],
    ['camping', 'camping,campfire,adventure,cabin,hut,chalet'],
    ['winter-world', 'winter wonderland,ski,skiing,arctic,polar,glacier'],
    ['sky', 'sky,air,celestial;himmel,ciel,cielo'],
    ['clouds', 'cloud,cloudy sky;wolken,nuage'],
    ['space', 'space,galaxy,cosmic,universe,stars,moon,lunar;weltraum,mond,lune,luna'],
    ['city', 'city,urban,street,skyline,new york,tokyo;stadt,ville,ciudad,strada'],
    ['club', 'club,nightclub,disco,rave'],
    ['cyberpunk', 'cyberpunk,vaporwave,gaming'],
    ['loft', 'loft,warehouse,garage,factory,workshop;fabrik'],
    ['industrial', 'industrial,brutalist,brutalism'],
    ['gym', 'gym,fitness,sport,sporty,workout,athletic'],
    [
      'technology',
      'technology,tech,high tech,hi tech,gadget,electronics,cyber,digital;technologie,tecnologia',
    ],
    ['laboratory', 'laboratory,lab,clinic,science,pharmacy,medical'],
    ['stage', 'stage,theatre,theater,opera,show,catwalk,runway;buhne,buehne,escenario,palco,teatro'],
    ['studio', 'studio,photo studio,studio shot,studio photography,seamless,sweep,cyclorama'],
    ['gallery', 'gallery,museum,art gallery,sculpture;galerie'],
    ['boutique', 'boutique,shop,store,shop window,vitrine,shelf,retail'],
    [
      'romance',
      'romance,love,wedding,bride,anniversary;liebe,hochzeit,amour,mariage,amor,boda,amore,matrimonio,❤,💕,💍',
    ],
    ['party', 'party,celebration,celebrate,carnival;feier,fete,fiesta,festa,🎉,🥳'],
    ['birthday', 'birthday;geburtstag,anniversaire,cumpleanos,compleanno,🎂'],
    ['sale', 'sale,black friday,cyber monday,discount,promotion;ausverkauf,soldes,rebajas,saldi'],
    ['children', 'children,child,kid,baby;kinder,enfant'],
    ['dream', 'dream,fairy tale,fantasy,magic,magical,unicorn;traum'],
    [
      'beauty-world',
      'beauty,skincare,cosmetics,skin care,makeup,make up;schonheit,kosmetik,beaute,belleza,bellezza',
    ],
    ['luxury', 'luxury,luxury brand,deluxe,high end;luxus,luxe,lujo,lusso'],
    ['harvest', 'harvest,farm,farmhouse,vineyard;ernte,ferme'],
    ['tropics', 'tropical,tropics,jungle leaves,exotic,hawaii,palm tree,island;tropisch,🌴'],
    ['window', 'window,window sill,by the window;fenster,fenetre,ventana,finestra'],
    ['halloween', 'halloween,🎃'],
  ],
  material: [
    ['marble', 'marble,carrara,onyx,quartz,travertine;marmor,marbre,marmol,marmo'],
    ['terrazzo', 'terrazzo'],
    [
      'stone',
      'stone,rock,rocky,granite,stoneware,sandstone;stein,naturstein,pierre,roche,piedra,roca,pietra,roccia',
    ],
    ['slate', 'slate,basalt,black stone;schiefer'],
    ['pebbles', 'pebble,river stone,stones,hot stones;kiesel,galet'],
    ['concrete', 'concrete,cement;beton,zement,ciment,cemento,hormigon'],
    ['plaster', 'plaster,stucco,limewash;gips,platre'],
    ['terracotta', 'terracotta,terra cotta,clay,earthenware,pottery;argile'],
    ['brick', 'brick wall,bricks;ziegel,brique'],
    ['tiles', 'tile,tiled,mosaic,azulejo;fliesen,kacheln,carrelage,piastrelle'],
    ['ceramic', 'ceramic,porcelain;keramik,porzellan,ceramique,ceramica'],
    ['wood', 'wood,wooden,timber,board,walnut,bamboo,rattan,wicker;holz,bois,madera,legno'],
    ['oak', 'oak,ash wood,beech;eiche'],
    ['bark', 'bark,tree trunk,stump,tree stump'],
    [
      'linen',
      'linen,cotton,cloth,tablecloth,canvas,wool,knit,blanket,towel;leinen,baumwolle,wolle,lin,coton,laine,lino,algodon,lana,cotone',
    ],
    ['fabric', 'fabric,drapery,curtain,folds;stoff,tissu,tela,tessuto'],
    ['silk', 'silk,silky,satin,silk waves;seide,soie,seda,seta'],
    ['velvet', 'velvet,suede,plush;samt,terciopelo,velluto'],
    ['leather', 'leather;leder,cuir,cuero'],
    ['fur', 'fur,fluffy,feather;plume'],
    [
      'paper',
      'paper,cardboard,origami,papercraft,paper craft,papercut,kraft paper,carton;papier,pappe,papel,carta,cartone',
    ],
    [
      'glass',
      'glass,frosted glass,acrylic,crystal,prism,translucent,glass block,frosted glass block;glas,verre,vidrio,vetro,cristal',
    ],
    ['mirror', 'mirror,mirrored,reflective,reflection;spiegel,miroir,espejo,specchio'],
    [
      'metal',
      'metal,metallic,steel,stainless steel,aluminium,aluminum,chrome,brushed metal;metall,stahl,acier,acero,acciaio,metallo',
    ],
    ['gold', 'gold,gold leaf;oro,dorado'],
    ['brass', 'brass,bronze,copper;messing,cuivre,kupfer'],
    ['lacquer', 'lacquer,lacquered,high gloss'],
    ['asphalt', 'asphalt,pavement,wet street,wet asphalt'],
    ['water', 'water,aqua water,ripples,rippling,splash;wasser,eau,agua,acqua,💧,🌊'],
    ['sand', 'sand,sandy;sabbia,arena'],
    ['snow', 'snow,snowy,snowflake,frost,frosty;schnee,neige,nieve,neve,❄,☃,⛄'],
    ['ice', 'ice,icy,frozen,ice cube;eis,hielo,ghiaccio'],
    ['moss', 'moss,mossy,lichen;moos'],
    ['soap', 'soap,soapy,lather;seife,savon'],
    ['foam', 'foam,suds;schaum'],
  ],
  prop: [
    ['books', 'book,magazine,notebook;buch,bucher,livre,libro'],
    ['vase', 'vase,pampas,pampas grass,dried flowers;vaso'],
    [
      'leaves',
      'leaf,leaves,foliage,plant,greenery,eucalyptus,fern,monstera,botanical leaves,herbs;blatter,blaetter,pflanze,feuille,plante,hoja,planta,foglia,pianta,🌿,🍃',
    ],
    [
      'autumn-leaves',
      'autumn leaves,fall leaves,maple leaves,fallen leaves,maple;herbstlaub,feuilles mortes,hojas secas,foglie autunnali,🍁,🍂',
    ],
    ['branches', 'branch,twig,roots;zweig,ast,branche,rama,ramo'],
    [
      'fir',
      'fir,fir branches,pine branch,pine tree,spruce,pine cone,pinecone,evergreen,conifer;tanne,tannenbaum,sapin,abeto,abete,🌲',
    ],
    [
      'flowers',
      'flower,floral,blossom,bloom,bouquet,tulip,peony,daisy,cherry blossom,wildflower;blume,blumen,blute,fleur,flor,fiore,🌸,🌷,🌼,🌺,💐',
    ],
    ['petals', 'petal,roses,rose petal;rosen,rosenblatter,petale,petalo,🌹'],
    [
      'fruit',
      'fruit,berry,berries,strawberry,apple,grape,pineapple,vegetables;obst,frucht,fruta,frutta,🍓,🍎',
    ],
    [
      'citrus',
      'citrus,lemon slices,lemon,lime slices,oranges,orange slices,grapefruit,mandarin,orange fruit;zitrone,zitronen,zitrus,citron,limon,limone,🍋,🍊',
    ],
    ['pumpkin', 'pumpkin,squash;kurbis,kuerbis'],
    [
      'gifts',
      'gift,present,gift box,boxes,ribbon,wrapping,wrapped;geschenk,geschenke,cadeau,regalo,regali,🎁,🎀',
    ],
    ['confetti', 'confetti,streamers,balloon,glitter,sparkles;konfetti,ballon,🎈,✨'],
    ['bubbles', 'bubble,soap bubble;seifenblasen,blasen,🫧'],
    ['neon', 'neon,neon sign,led,led strip;neonlicht'],
    [
      'candles',
      'candle,candlelight,lantern,string lights,fireplace,fire,flame;kerze,kerzen,bougie,vela,candela,feuer,🕯,🔥',
    ],
    ['shells', 'shell,seashell;🐚'],
    ['props', 'props,decoration,decor,ornaments,accessories,objects'],
  ],
  season: [
    [
      'spring',
      'spring,springtime;fruhling,fruehling,fruhjahr,ostern,printemps,paques,primavera,pascua,pasqua',
    ],
    ['summer', 'summer,summery,summertime;sommer,sommerlich,ete,verano,estate,vacances,☀,🌞'],
    ['autumn', 'autumn,autumnal,fall;herbst,herbstlich,automne,otono,autunno'],
    ['winter', 'winter,wintry;hiver,invierno,inverno,winterlich'],
    [
      'christmas',
      'christmas,xmas,advent,santa,noel,holiday season,holidays;weihnachten,weihnachtlich,navidad,natale,🎄,🎅',
    ],
    ['new-year', 'new year,new years eve,fireworks,🎆'],
    ['valentine', 'valentine,valentines day;valentinstag,saint valentin,san valentin,san valentino'],
    ['mothers-day', 'mothers day,mother,mom;muttertag,fete des meres,dia de la madre,festa della mamma'],
    ['thanksgiving', 'thanksgiving'],
  ],
  mood: [
    [
      'minimal',
      'minimal,minimalist,minimalistic,minimalism,simple,plain,empty,uncluttered,negative space,sleek,scandinavian,nordic;minimalistisch,minimaliste,minimalista,schlicht,sencillo,semplice',
    ],
    [
      'calm',
      'calm,quiet,peaceful,serene,serenity,tranquil,still,silence,slow,soothing,relaxing,relaxed;ruhig,calme,tranquilo,tranquillo,sereno',
    ],
    [
      'elegant',
      'elegant,classy,sophisticated,refined,chic,graceful,timeless,stylish,classic,fashionable;elegante,edel',
    ],
    [
      'luxurious',
      'luxurious,premium,rich,opulent,exclusive,expensive,prestigious,glamorous,glamour,royal,lavish,high class;luxurios,luxueux,lujoso,lussuoso,hochwertig',
    ],
    [
      'feminine',
      'feminine,girly,delicate,tender,sensual,bridal;feminin,weiblich,femenino,femminile,zart,delicat',
    ],
    ['masculine', 'masculine,rugged;mannlich,masculin,masculino,maschile'],
    ['romantic', 'romantic,lovely,passion,passionate;romantisch,romantique,romantico'],
    [
      'natural',
      'natural,organic,eco,sustainable,vegan,honest,raw,bio,herbal,botanical;naturlich,naturel,naturale',
    ],
    [
      'cozy',
      'cozy,cosy,homely,hygge,comfy,comfortable,intimate;gemutlich,gemuetlich,chaleureux,acogedor,accogliente',
    ],
    [
      'rustic',
      'rustic,vintage,nostalgic,old,retro,handmade,artisanal,bohemian,boho,worn,country;rustikal,rustique,rustico',
    ],
    ['fresh', 'fresh,freshness,healthy,juicy,refreshing,crisp;frisch,frais,fresco,refrescante'],
    ['clean', 'clean,pure,purity,pristine,clear;sauber,rein,propre,pur,limpio,puro,pulito'],
    [
      'playful',
      'playful,fun,funny,cheerful,happy,joyful,cute,friendly,quirky,whimsical,young,kawaii,candy;verspielt,frohlich,ludique,joyeux,divertido,alegre,giocoso,allegro,susse',
    ],
    ['festive', 'festive,celebratory,holiday;festlich,festif,festivo'],
    ['dreamy', 'dreamy,ethereal,airy,floating,misty,foggy,hazy,fog,mist;nebel,brume'],
    [
      'dramatic',
      'dramatic,moody,mysterious,mystery,intense,cinematic,epic,powerful,gothic,sexy,seductive,edgy;dramatisch,dramatique,dramatico',
    ],
    [
      'bold',
      'bold,striking,vibrant,strong,pop,pop art,colorful,colourful,rainbow;auffallig,bunt,colore,colorido,colorato,kraftig',
    ],
    ['energetic', 'energetic,dynamic,energy,power'],
    ['futuristic', 'futuristic,sci fi,scifi,science fiction,future,holographic,hologram'],
    ['modern', 'modern,contemporary,design,designer,trendy,editorial;moderne,moderno'],
    ['technical', 'technical,precise,precision,scientific,professional;technisch,professionell'],
    ['soft', 'gentle,subtle,harmonious,smooth;sanft,doux,douce,morbido'],
    ['sunny', 'southern,sunlit,sun kissed,sun drenched;sonnig,ensoleille,soleado,soleggiato'],
    ['wide', 'wide,vast,spacious,open space,horizon'],
    ['dry', 'dry'],
    ['cold', 'cold,chilly,freezing;kalt,froid,frio,freddo'],
  ],
  light: [
    [
      'soft-box',
      'soft box,softbox,studio light,studio lighting,soft light,soft lighting,diffused,diffuse,beauty dish,soft glow,soft shadow,flat light,ring light;weiches licht,lumiere douce,luz suave,luce morbida',
    ],
    [
      'hard-sun',
      'hard sun,hard light,harsh light,direct sun,direct sunlight,noon,midday,noon sun,harsh shadows,hard shadow,sharp shadows,strong shadows;hartes licht,mittagssonne,harte schatten,plein soleil,lumiere dure,luz dura,luce dura,mezzogiorno',
    ],
    [
      'sun',
      'sun,sunlight,sunshine,sunny,sunbeam,daylight,natural light;sonne,sonnenlicht,tageslicht,soleil,sol',
    ],
    [
      'warm-morning',
      'morning,morning sun,dawn,sunrise;morgen,morgenlicht,morgensonne,sonnenaufgang,matin,aube,manana,amanecer,mattina,alba',
    ],
    ['afternoon', 'afternoon,afternoon sun'],
    [
      'golden-hour',
      'golden hour,sunset,evening,evening sun,golden light,low sun,magic hour;sonnenuntergang,abendsonne,abend,coucher de soleil,soir,atardecer,hora dorada,tramonto,sera,🌅,🌇',
    ],
    [
      'blue-hour',
      'blue hour,dusk,twilight,blue light;blaue stunde,dammerung,heure bleue,crepuscule,hora azul,crepusculo,ora blu,crepuscolo',
    ],
    [
      'spotlight',
      'spotlight,spot,low key,lowkey,chiaroscuro,rembrandt,vignette,stage light,dramatic light,dramatic lighting,dark studio,high contrast;scheinwerfer',
    ],
    [
      'overcast',
      'overcast,cloudy,grey day,shadowless,shadow free;bewolkt,bedeckt,nuageux,couvert,nublado,nuvoloso',
    ],
    [
      'night',
      'night,nighttime,night time,midnight,moonlight,moonlit;nacht,mondlicht,nuit,noche,notte,🌙,🌃,🌌',
    ],
    [
      'high-key',
      'high key,bright,well lit,luminous,bright studio;leuchtend,helle,heller,lumineux,luminoso,brillante',
    ],
    ['dark', 'dark,darker,dim,dimly lit;dunkel,dunkler,dunkles,sombre,oscuro,scuro,buio'],
    ['warm', 'warm,warmth,candle light;warmes licht,chaud,lumiere chaude,calido,luz calida,caldo,luce calda'],
    [
      'cool',
      'cool,cold light,cooler,bluish light;kuhl,kaltes licht,lumiere froide,luz fria,luce fredda,froide',
    ],
    [
      'contrast',
      'contrast,contrasty,shadow,long shadows,dramatic shadows,shadow play;schatten,ombre,sombra,ombra',
    ],
    ['leaf-shadow', 'leaf shadow,dappled,dappled sun;blattschatten'],
    ['palm-shadow', 'palm shadow,palm leaf shadow,palm leaves,palm;palmenschatten,palme,palmera,palma'],
    ['window-light', 'window light,window shadow,light from a window;fensterlicht'],
    ['blind', 'blind,venetian blinds,blind shadows,shutter;jalousie'],
    ['caustics', 'caustic,water reflections,refraction'],
    ['glow', 'glow,glowing,halo,gradient'],
    ['strip-light', 'strip light,edge light'],
    ['rim-light', 'rim light,rim lighting'],
    ['colored-light', 'colored light,coloured light,coloured gels,color gels,gel light,gels'],
    [
      'from-left',
      'from left,from the left,light left,lit from the left,left side,left;links,gauche,izquierda,sinistra',
    ],
    [
      'from-right',
      'from right,from the right,right light,light right,lit from the right,right side;rechts,droite,derecha,destra',
    ],
    [
      'side-light',
      'side light,side lit,sidelight,sidelit,side lighting,from the side,raking light;seitenlicht,lumiere laterale,luz lateral',
    ],
    [
      'from-back',
      'back light,backlight,backlit,backlighting,light from behind,from behind,contre jour,against the light,sun behind;gegenlicht,von hinten,contraluz,controluce',
    ],
    ['from-top', 'top light,overhead light,toplight,light from above,skylight'],
    ['from-front', 'front light,frontal light,front lit,flash;blitz'],
  ],
  camera: [
    [
      'above',
      'from above,top view,top down,flat lay,flatlay,overhead,high angle,bird eye,birds eye,birds eye view,bird s eye view,three quarter view,45 degree,looking down;von oben,draufsicht,vue de dessus,d en haut,desde arriba,vista superior,dall alto',
    ],
    [
      'eye',
      'eye level,front view,frontal,straight on,low angle,from the front,side view,hero shot;augenhohe',
    ],
  ],
  tone: [
    ['pastel', 'pastel;pastell,pastello'],
    ['neutral', 'neutral,nude tones;neutro,neutre'],
    ['earthy', 'earth tones,earthy tones,natural tones'],
    [
      'monochrome',
      'monochrome,monochromatic,tonal,tone on tone,single color,black and white,greyscale,grayscale;einfarbig,ton sur ton',
    ],
    ['vivid', 'vivid,saturated,vibrant colors;knallig,vif,vivo,vivace'],
  ],
};
