import type { Options, When } from '../../kit/fields.ts'

export const MARK_KINDS = {
  GOODS_SERVICE: ['普通商标', 'Ordinary'],
  COLLECTIVE: ['集体商标', 'Collective'],
  CERTIFICATION: ['证明商标', 'Certification'],
  DEFENSIVE: ['防御/储备商标', 'Defensive'],
} as const satisfies Options

export const MARK_FORMS = {
  WORD: ['文字', 'Word'],
  FIGURE: ['图形', 'Figure'],
  COMBINED: ['组合', 'Combined'],
  LETTER: ['字母', 'Letters'],
  NUMERAL: ['数字', 'Numerals'],
  THREE_D: ['立体', 'Three-dimensional'],
  COLOUR: ['颜色组合', 'Colours'],
  SOUND: ['声音', 'Sound'],
} as const satisfies Options

export const ROUTES = {
  DIRECT: ['直接申请', 'Direct'],
  MADRID_INTL: ['马德里国际注册', 'Madrid international registration'],
  MADRID_DESIGNATION: ['马德里指定', 'Madrid designation'],
  EUTM: ['欧盟商标', 'EU trade mark'],
  OAPI: ['非洲知识产权组织', 'OAPI'],
  ARIPO: ['非洲地区知识产权组织', 'ARIPO'],
} as const satisfies Options

/** The offices that register for a region: their route. */
export const ROUTE_OF_OFFICE: Readonly<Record<string, keyof typeof ROUTES>> = { WO: 'MADRID_INTL', EM: 'EUTM', OA: 'OAPI', AP: 'ARIPO' }

export const routeIn = (country: string): keyof typeof ROUTES => ROUTE_OF_OFFICE[country] ?? 'DIRECT'

/** Filing bases of an American application (15 U.S.C. 1051, 1126, 1141f). */
export const FILING_BASES = {
  USE: ['实际使用 1(a)', 'Use 1(a)'],
  INTENT: ['意图使用 1(b)', 'Intent to use 1(b)'],
  FOREIGN_APPLICATION: ['外国申请 44(d)', 'Foreign application 44(d)'],
  FOREIGN_REGISTRATION: ['外国注册 44(e)', 'Foreign registration 44(e)'],
  MADRID: ['马德里延伸 66(a)', 'Madrid extension 66(a)'],
} as const satisfies Options

export const USE_KINDS = {
  SALE: ['销售合同与发票', 'Contracts and invoices'],
  PACKAGE: ['商品与包装', 'Goods and packaging'],
  ADVERTISING: ['广告宣传', 'Advertising'],
  FAIR: ['展会', 'Trade fairs'],
  ONLINE: ['网络销售', 'Online sales'],
  LICENSED: ['被许可人使用', 'Use by a licensee'],
  OTHER: ['其他', 'Other'],
} as const satisfies Options

export const CLASS_STATES = {
  PENDING: ['审中', 'Pending'],
  REGISTERED: ['已注册', 'Registered'],
  REFUSED: ['驳回', 'Refused'],
  CANCELLED: ['撤销', 'Cancelled'],
  DELETED: ['已删减', 'Deleted'],
} as const satisfies Options

export const BURDENS = {
  LICENSED: ['许可中', 'Licensed'],
  PLEDGED: ['质押中', 'Pledged'],
  PRESERVED: ['保全中', 'Preserved by a court'],
} as const satisfies Options

/** The cases to which certain fields of a trademark apply. */
export const MARKS = {
  international: { route: ['MADRID_INTL'] },
  by_madrid: { route: ['MADRID_INTL', 'MADRID_DESIGNATION'] },
  american: { country: ['US'] },
  sounds: { mark_type: ['SOUND'] },
  national: { country: { not: ['WO'] } },
} as const satisfies Record<string, When>
