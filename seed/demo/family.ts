/** A made-up family, by months before the day it is made: a first filing at home, an international application, and where it went from there. */
export const FAMILY = {
  title: '（虚构）可倾转旋翼的锁止与解锁机构',
  title_en: '(Fictional) Locking mechanism for a tilting rotor',
  /** Of the first filing. All numbers are serial numbers that their offices do not reach. */
  first_no: 'CN202419999999.6',
  cases: [
    { key: 'CN', country: 'CN', route: 'DIRECT', status: 'SE', filed: 'P33M', published: 'P15M' },
    { key: 'WO', no: 'PCT/CN2025/999999', country: 'WO', route: 'PCT_INTL', status: 'INTL_CLOSED', filed: 'P21M', published: 'P15M', claims: true },
    { key: 'US', no: '22/999,991', country: 'US', route: 'PCT_NATIONAL', status: 'US_EXAM', filed: 'P21M', entered: 'P4M', claims: true },
    { key: 'EP', no: 'EP25999999.3', country: 'EP', route: 'PCT_NATIONAL', status: 'EP_EXAM', filed: 'P21M', entered: 'P3M', claims: true },
    { key: 'JP', no: '2025-599999', country: 'JP', route: 'PCT_NATIONAL', status: 'JP_EXAM', filed: 'P21M', entered: 'P4M', claims: true },
    { key: 'DIV', no: 'CN202419999998.1', country: 'CN', route: 'DIRECT', status: 'PRELIM', filed: 'P33M', submitted: 'P1M' },
  ],
  relations: [
    { earlier: 'CN', later: 'WO', relation_type: 'PCTA' },
    { earlier: 'WO', later: 'US', relation_type: 'PCT' },
    { earlier: 'WO', later: 'EP', relation_type: 'PCT' },
    { earlier: 'WO', later: 'JP', relation_type: 'PCT' },
    { earlier: 'CN', later: 'DIV', relation_type: 'DIV' },
  ],
} as const
