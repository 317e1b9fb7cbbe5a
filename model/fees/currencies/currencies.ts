/** The currencies of official fees; `%` is a percentage of another fee. */
export const CURRENCIES = {
  CNY: ['人民币', 'Renminbi'], USD: ['美元', 'US dollar'], EUR: ['欧元', 'Euro'], JPY: ['日元', 'Yen'], KRW: ['韩元', 'Won'], GBP: ['英镑', 'Pound sterling'], CHF: ['瑞士法郎', 'Swiss franc'],
  HKD: ['港元', 'Hong Kong dollar'], TWD: ['新台币', 'New Taiwan dollar'], AUD: ['澳元', 'Australian dollar'], CAD: ['加元', 'Canadian dollar'], INR: ['印度卢比', 'Indian rupee'], KWD: ['科威特第纳尔', 'Kuwaiti dinar'], '%': ['百分比', 'Percent'],
} as const // oxfmt-ignore

const { '%': _, ...money } = CURRENCIES
/** Currencies of bills and payments. */
export const MONEY_CURRENCIES = money
