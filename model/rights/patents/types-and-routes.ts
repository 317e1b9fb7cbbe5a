export const PATENT_TYPES = {
  INVENTION: ['发明', 'Invention'],
  UTILITY: ['实用新型', 'Utility model'],
  DESIGN: ['外观设计', 'Design'],
  PLANT: ['植物', 'Plant'],
  PROVISIONAL: ['临时申请', 'Provisional'],
} as const

export const ROUTES = {
  DIRECT: ['直接申请', 'Direct'],
  PARIS: ['巴黎公约', 'Paris Convention'],
  PCT_INTL: ['PCT 国际阶段', 'PCT international phase'],
  PCT_NATIONAL: ['PCT 国家阶段', 'PCT national phase'],
  EP_DIRECT: ['欧洲直接申请', 'EP direct'],
  EP_VALIDATION: ['欧专生效', 'EP validation'],
  UNITARY: ['统一专利', 'Unitary patent'],
  HAGUE_INTL: ['海牙国际', 'Hague international'],
  HAGUE_NATIONAL: ['海牙指定', 'Hague designation'],
  HK_RECORD: ['香港转录', 'Hong Kong record'],
  HK_STANDARD: ['香港标准', 'Hong Kong standard'],
} as const

/** The months within which a case of this type must follow its priority. */
export const monthsOfPriority = (type: string): 6 | 12 => (type === 'DESIGN' ? 6 : 12)

/** The route of a new case where none is stated: at WIPO there is only the international phase. */
export const routeOfNew = ({ country, patent_type }: { country?: unknown; patent_type?: unknown }) =>
  country !== 'WO' ? USUAL_ROUTE : patent_type === 'DESIGN' ? 'HAGUE_INTL' : 'PCT_INTL'

export const USUAL_ROUTE = 'DIRECT'
