import { TableFault } from '../workbook/table-fault.ts'

export const MAX_VALUE = 8 << 20
export const MAX_INSERTED = 1_000_000

export const damaged = (line: number) =>
  new TableFault([
    `（数据库转储）第 ${line} 行起有一个值没有结束，或超过 ${MAX_VALUE >> 20} MB：文件可能不完整，请重新导出`,
    `is a database dump with a value from line ${line} on that has no end or more than ${MAX_VALUE >> 20} MB: the file may be cut off; export it again`,
  ])

export const unreadForm = (table: string, line: number) =>
  new TableFault([
    `（数据库转储）第 ${line} 行写入数据表 ${table} 的 INSERT 语句不完整，或不是逐行列出值：请用 mysqldump 重新导出`,
    `is a database dump with an INSERT into the table ${table} in line ${line} that is cut off or does not list plain values: export it again with mysqldump`,
  ])

export const otherWidth = (table: string, line: number, { values, columns }: { values: number; columns: number }) =>
  new TableFault([
    `（数据库转储）第 ${line} 行：数据表 ${table} 有 ${columns} 列，却给出 ${values} 个值`,
    `is a database dump in which line ${line} gives ${values} values for the ${columns} columns of the table ${table}`,
  ])

export const noColumns = (table: string) =>
  new TableFault([
    `（数据库转储）没有写明数据表 ${table} 的列：请连同表结构导出，或用 --complete-insert 导出`,
    `is a database dump that does not name the columns of the table ${table}: export it with the structure of the tables, or with --complete-insert`,
  ])

export const missingColumn = (table: string, column: string) =>
  new TableFault([
    `（数据库转储）数据表 ${table} 没有 ${column} 列：不是 phpIP 的数据库`,
    `is a database dump whose table ${table} has no column ${column}: it is not a database of phpIP`,
  ])

export const loadsFiles = (line: number) =>
  new TableFault([
    `（数据库转储）第 ${line} 行是 LOAD DATA，其数据在别的文件中：请用 mysqldump 导出为一个文件`,
    `is a database dump with LOAD DATA in line ${line}, whose rows are in another file: export one file with mysqldump`,
  ])

export const tooManyInserted = () =>
  new TableFault([
    `（数据库转储）超过 ${MAX_INSERTED.toLocaleString('en')} 行`,
    `is a database dump with more than ${MAX_INSERTED.toLocaleString('en')} rows`,
  ])

export const otherDatabase = () =>
  new TableFault([
    '（数据库转储）没有数据表 matter 的行：只能读取 phpIP 的数据库',
    'is a database dump without rows of a table “matter”: only databases of phpIP are read',
  ])

export const noneTaken = () =>
  new TableFault([
    '（数据库转储）没有专利或商标案件，其他类别不导入',
    'is a database dump with no patents or trademarks; matters of other categories are not imported',
  ])
