import { LANGUAGE } from '@packshot/contract/text/interface-language';

const percents = new Intl.NumberFormat(LANGUAGE, { style: 'percent', maximumFractionDigits: 1 });

/** Formats a share with at most one decimal: 0.85 as '85%'. */
export const formatPercent = (share: number): string => percents.format(share);
