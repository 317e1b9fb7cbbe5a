import type { Words } from '../../kit/fields.ts'

/** A number that a spreadsheet stored as a quantity, so that its last digits are lost. */
export function damagedNumber(text: string): Words | undefined {
  const plain = text.normalize('NFKC').trim()
  const isScientific = /^\d(\.\d+)?E\+?\d{1,2}$/i.test(plain)
  const isFraction = /^\d{6,13}\.\d{2,}$/.test(plain)
  if (!isScientific && !isFraction) return undefined
  const shown = plain.slice(0, 40)
  return [
    `“${shown}”已被表格软件改成数值，丢失了数字：请把该列设为文本并填回原号码`,
    `“${shown}” was converted to a numeric value by the spreadsheet and lost digits: format the column as text and enter the original number`,
  ]
}
