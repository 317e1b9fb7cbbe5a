/** Made-up rates to renminbi, by the months since they were quoted. */
export const RATES = [
  { from_currency: 'USD', per: 100, rates: ['718.2', '716.9', '720.35'] },
  { from_currency: 'EUR', per: 100, rates: ['812.6', '806.1', '799.4'] },
  { from_currency: 'GBP', per: 100, rates: ['945.3', '951.8', '940.2'] },
  { from_currency: 'CHF', per: 100, rates: ['871.5', '866.2', '869.9'] },
  { from_currency: 'JPY', per: 100, rates: ['4.713', '4.682', '4.744'] },
  { from_currency: 'KRW', per: 100, rates: ['0.5184', '0.5162', '0.5207'] },
] as const

export const SOURCE = '虚构银行牌价（演示）'
