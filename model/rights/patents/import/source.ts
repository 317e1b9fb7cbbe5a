import { headingKey } from '../../../import/headings.ts'
import { PHPIP } from '../../../import/phpip/source.ts'
import type { Source } from '../../../import/row.ts'

const SOURCES: readonly (Source & { signs: readonly string[] })[] = [
  PHPIP,
  { name: 'KIPRIS', country: 'KR', signs: ['출원번호', '출원일자'] },
  { name: 'J-PlatPat', country: 'JP', signs: ['文献番号', '公知日'] },
  { name: 'Lens', between: ';;', signs: ['lens id', 'jurisdiction'] },
  { name: 'Google Patents', order: 'mdy', signs: ['result link', 'filing/creation date'] },
  { name: 'PATENTSCOPE', order: 'dmy', between: ';', signs: ['priority data', 'publication number', 'publication date'] },
  { name: 'IPIndia', country: 'IN', order: 'dmy', signs: ['patentee name', 'date of application publication'] },
]

export function sourceOf(headings: readonly string[]): Source | undefined {
  const keys = new Set(headings.map(headingKey))
  return SOURCES.find(({ signs }) => signs.every((sign) => keys.has(headingKey(sign))))
}
