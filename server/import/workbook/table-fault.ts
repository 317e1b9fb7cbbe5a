import type { Words } from '../../../model/kit/fields.ts'

/** A limit that a table exceeds, in words for the person who sent it. */
export class TableFault extends Error {
  readonly words: Words

  constructor(words: Words) {
    super(words[1])
    this.words = words
  }
}

export const tooManyRows = (most: number) =>
  new TableFault([
    `超过 ${most.toLocaleString('en')} 行：请拆成几个文件分别导入`,
    `has more than ${most.toLocaleString('en')} rows: split it into several files`,
  ])

export const tooManyCells = (most: number) =>
  new TableFault([
    `超过 ${most.toLocaleString('en')} 个单元格：请删去不需要的列，或拆成几个文件分别导入`,
    `has more than ${most.toLocaleString('en')} cells: delete columns that are not needed, or split it into several files`,
  ])

export const TOO_SLOW: Words = ['过大，未能在规定时间内读完：请拆成几个文件分别导入', 'takes too long to read: split it into several files']
