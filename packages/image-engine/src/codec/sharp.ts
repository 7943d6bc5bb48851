import sharp from 'sharp';

// Hostile files look for the loader with the weakest parser. Only the three formats that are accepted stay open:
// everything else (SVG, TIFF, GIF, PDF, Magick …) is closed for the whole process.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
// Layers of our own sets are AVIF files that we name; what people send comes as bytes, for which this loader stays closed.
sharp.unblock({ operation: ['VipsForeignLoadHeifFile'] });
// Every picture is seen once: a cache of decoded tiles would only hold memory.
sharp.cache(false);

export default sharp;
