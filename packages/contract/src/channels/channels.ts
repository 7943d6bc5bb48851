import { ABOUT_YOU } from './about-you.ts';
import { AMAZON, AMAZON_OTHER } from './amazon.ts';
import { EBAY } from './ebay.ts';
import { ETSY } from './etsy.ts';
import { GOOGLE } from './google.ts';
import { OTTO } from './otto.ts';
import type { Channel } from './rules.ts';
import { SHOPIFY } from './shopify.ts';
import { WALMART } from './walmart.ts';
import { ZALANDO } from './zalando.ts';

export const CHANNEL_IDS = [
  'amazon',
  'amazon-other',
  'ebay',
  'etsy',
  'google',
  'shopify',
  'walmart',
  'zalando',
  'otto',
  'about-you',
] as const;
export type ChannelId = (typeof CHANNEL_IDS)[number];

export const CHANNELS: Readonly<Record<ChannelId, Channel>> = {
  amazon: AMAZON,
  'amazon-other': AMAZON_OTHER,
  ebay: EBAY,
  etsy: ETSY,
  google: GOOGLE,
  shopify: SHOPIFY,
  walmart: WALMART,
  zalando: ZALANDO,
  otto: OTTO,
  'about-you': ABOUT_YOU,
};
