import type { Words } from '../../kit/fields.ts'
import { type Cell, textOf } from './cell.ts'

const TOTAL = /^(合\s*计|总\s*计|小\s*计|共\s*计|本页合计|总数|汇总|sub-?total|grand total|total|sum)(?![\p{L}])\s*[:：]?/iu
const NOTE =
  /^(注|备注|说明|注意|填表说明|制表|制表人|制表日期|填表人|审核|审核人|统计日期|数据来源|数据截至|截至|打印日期|note|notes|remark|prepared by|source|printed)\s*\d*\s*[:：]/i
const SECTION = /^([一二三四五六七八九十]+|第[一二三四五六七八九十]+(类|部分|批|章)|[(（][一二三四五六七八九十]+[)）])\s*[、.．：:\s]/

// A total row has its word and a few sums; a record has more.
const MAX_CELLS_OF_NOTE = 4

/** A row that is not a record but a total, a note below the table, or a section title. */
export function asideOf(cells: readonly Cell[], byField: ReadonlyMap<string, Cell>): Words | undefined {
  const filled = cells.map(textOf).filter((text) => text !== '')
  const [first = ''] = filled
  if (filled.length <= MAX_CELLS_OF_NOTE && TOTAL.test(first)) return ['合计行，不是记录', 'a totals row, not a record']
  if (filled.length <= MAX_CELLS_OF_NOTE && NOTE.test(first)) return ['表格的说明，不是记录', 'a note on the table, not a record']
  if (filled.length === 1 && (SECTION.test(first) || byField.size === 0))
    return ['分组标题或说明，不是记录', 'a group heading or note in the table, not a record']
  return undefined
}
