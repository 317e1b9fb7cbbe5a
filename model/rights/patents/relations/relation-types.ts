// The allowed ends of each relation. The official texts give PCT/PCTA and HAGUE/HAGUEP by name only; if an installation reads
// them in the opposite order, `earlier` and `later` are swapped only here.

import type { Gives } from '../../../cases/relations/relation-rules.ts'

export const RELATION_TYPES = [
  ...['PARIS', 'PCT', 'PCTA', 'HAGUE', 'HAGUEP', 'DIV', 'CA', 'CIP', 'DOMESTIC', 'DUAL'],
  ...['PROV', 'RI', 'EPVAL', 'UPREG', 'CONV', 'HKREC'],
] as readonly RelationType[]

export type RelationType =
  | ('PARIS' | 'PCT' | 'PCTA' | 'HAGUE' | 'HAGUEP' | 'DIV' | 'CA' | 'CIP' | 'DOMESTIC' | 'DUAL')
  | ('PROV' | 'RI' | 'EPVAL' | 'UPREG' | 'CONV' | 'HKREC')

/** The conditions on one end; `not` lists excluded values. */
export type End = {
  country?: readonly string[]
  notCountry?: readonly string[]
  route?: readonly string[]
  notRoute?: readonly string[]
  patentType?: readonly string[]
}

export type RelationRule = {
  zh: string
  en: string
  earlier?: End
  later?: End
  country?: 'same' | 'different'
  patentType?: 'same' | 'different'
  /** The later country must be a PCT state or region, designated in the earlier case, or a state where European patents have effect. */
  laterIs?: 'pct_state' | 'designated' | 'epc_state'
  /** The later case keeps the filing date of the earlier one, so other dates decide the order. */
  filingDates?: 'may_equal' | 'must_equal'
  hasPriorityPeriod?: boolean
  /** The claim of the later case on the earlier one. */
  gives?: Gives
  /** The later one is possible only while the earlier is pending. */
  needsPending?: boolean
}

const HAGUE_ROUTES = ['HAGUE_INTL', 'HAGUE_NATIONAL']
const US = ['US']

export const RELATION_RULES: Record<RelationType, RelationRule> = {
  PARIS: {
    zh: '巴黎公约优先权',
    en: 'Paris Convention priority',
    gives: 'PRIORITY',
    earlier: { notRoute: HAGUE_ROUTES },
    later: { notCountry: ['WO'], notRoute: HAGUE_ROUTES },
    country: 'different',
    hasPriorityPeriod: true,
  },
  PCT: {
    zh: 'PCT 进入国家阶段',
    en: 'PCT national phase',
    gives: 'FILING',
    earlier: { country: ['WO'], route: ['PCT_INTL'] },
    later: { notCountry: ['WO'] },
    laterIs: 'pct_state',
    filingDates: 'may_equal',
  },
  PCTA: {
    zh: 'PCT 申请要求优先权',
    en: 'PCT application claiming priority',
    gives: 'PRIORITY',
    earlier: { notCountry: ['WO'] },
    later: { country: ['WO'], route: ['PCT_INTL'] },
    hasPriorityPeriod: true,
  },
  HAGUE: {
    zh: '海牙指定',
    en: 'Hague designation',
    gives: 'FILING',
    earlier: { country: ['WO'], route: ['HAGUE_INTL'], patentType: ['DESIGN'] },
    later: { patentType: ['DESIGN'] },
    laterIs: 'designated',
    filingDates: 'may_equal',
  },
  HAGUEP: {
    zh: '海牙申请要求优先权',
    en: 'Hague application claiming priority',
    gives: 'PRIORITY',
    earlier: { notCountry: ['WO'], patentType: ['DESIGN'] },
    later: { country: ['WO'], route: ['HAGUE_INTL'], patentType: ['DESIGN'] },
    hasPriorityPeriod: true,
  },
  DIV: { zh: '分案', en: 'Division', gives: 'FILING', country: 'same', patentType: 'same', filingDates: 'may_equal' },
  CA: {
    zh: '继续申请',
    en: 'Continuation',
    gives: 'BENEFIT',
    earlier: { country: ['US', 'WO'] },
    later: { country: US },
    needsPending: true,
  },
  CIP: {
    zh: '部分继续申请',
    en: 'Continuation-in-part',
    gives: 'BENEFIT',
    earlier: { country: ['US', 'WO'] },
    later: { country: US },
    needsPending: true,
  },
  DOMESTIC: { zh: '本国优先权', en: 'Domestic priority', gives: 'PRIORITY', country: 'same', hasPriorityPeriod: true },
  DUAL: {
    zh: '一案双申',
    en: 'Same-day invention and utility model',
    earlier: { country: ['CN'], patentType: ['INVENTION', 'UTILITY'] },
    later: { country: ['CN'], patentType: ['INVENTION', 'UTILITY'] },
    filingDates: 'must_equal',
  },
  PROV: {
    zh: '要求临时申请的优先权',
    en: 'Claim to a provisional',
    gives: 'PRIORITY',
    earlier: { country: US, patentType: ['PROVISIONAL'] },
    later: { country: US, patentType: ['INVENTION', 'PLANT'] }, // 35 U.S.C. 119(e), 172: designs have no benefit of a provisional
    hasPriorityPeriod: true,
  },
  RI: { zh: '再颁', en: 'Reissue', earlier: { country: US }, later: { country: US }, patentType: 'same' }, // 35 U.S.C. 251: of a granted patent
  EPVAL: {
    zh: '欧洲专利生效',
    en: 'EP validation',
    gives: 'FILING',
    earlier: { country: ['EP'], notRoute: ['UNITARY'] },
    later: { notCountry: ['EP', 'WO'], route: ['EP_VALIDATION'], patentType: ['INVENTION'] },
    laterIs: 'epc_state',
    filingDates: 'may_equal',
  },
  UPREG: {
    zh: '统一效力登记',
    en: 'Unitary effect',
    gives: 'FILING',
    earlier: { country: ['EP'], notRoute: ['UNITARY'] },
    later: { country: ['EP'], route: ['UNITARY'] },
    filingDates: 'may_equal',
  },
  CONV: { zh: '类型变更', en: 'Conversion', gives: 'FILING', country: 'same', patentType: 'different', filingDates: 'may_equal' },
  HKREC: {
    zh: '香港登记',
    en: 'Hong Kong record',
    gives: 'FILING',
    earlier: { country: ['CN', 'EP', 'GB'], notRoute: ['EP_VALIDATION', 'UNITARY'], patentType: ['INVENTION'] },
    later: { country: ['HK'], route: ['HK_RECORD'], patentType: ['INVENTION'] }, // Cap. 514 s. 15: the standard patent (R) follows a designated application
    filingDates: 'may_equal',
  },
}

/** States where a PCT application cannot enter directly. Listed as exceptions, since nearly every office takes part. */
export const NOT_IN_PCT: readonly string[] = [
  ...['AF', 'AR', 'BD', 'BI', 'BO', 'BT', 'CD', 'ET', 'FJ', 'GY', 'HK', 'HT', 'LB', 'MM', 'MO', 'MV', 'NP', 'PK', 'PY'],
  ...['SB', 'SO', 'SR', 'SS', 'TO', 'TW', 'VE', 'VU', 'YE'],
]

/** Contracting, extension and validation states of the European Patent Organisation. */
export const EPC_STATES: readonly string[] = [
  ...['AL', 'AT', 'BE', 'BG', 'CH', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GB', 'GR', 'HR', 'HU', 'IE', 'IS', 'IT', 'LI', 'LT', 'LU'],
  ...['LV', 'MC', 'ME', 'MK', 'MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'RS', 'SE', 'SI', 'SK', 'SM', 'TR', 'BA', 'GE', 'KH', 'LA', 'MA', 'MD', 'TN'],
]

export const isRelationType = (type: unknown): type is RelationType => typeof type === 'string' && Object.hasOwn(RELATION_RULES, type)
