import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TableFault } from '../workbook/table-fault.ts'
import { insertsIn } from './sql-inserts.ts'

const WANTED = { event: ['id', 'detail'] } as const

const read = (pieces: Iterable<string>) => [...insertsIn(pieces[Symbol.iterator](), WANTED)].map(({ row }) => [row['id'], row['detail']])

const INTO = 'INSERT INTO `event` (`id`,`detail`) VALUES '
const CREATE = "CREATE TABLE IF NOT EXISTS `event` (`id` int NOT NULL, `sum` int GENERATED ALWAYS AS (`id` + 1) STORED, `detail` enum('a)','b,') COMMENT 'x''s AS (y', KEY `k` (`id`,`detail`), CONSTRAINT `c` FOREIGN KEY (`id`) REFERENCES `m` (`id`));" // oxfmt-ignore

for (const [name, sql, rows] of [
  [
    'rows in one statement',
    `${INTO}(1,'a'),(2,NULL) , ( 3 , "b" );`,
    [
      ['1', 'a'],
      ['2', null],
      ['3', 'b'],
    ],
  ],
  [
    'one statement for each row',
    `${INTO}(1,'a');\n${INTO}(2,'b');`,
    [
      ['1', 'a'],
      ['2', 'b'],
    ],
  ],
  ['the escapes of MySQL', String.raw`${INTO}(-1.5e3,'it\'s ''x'' \\ \n\t\0\Z \% \q "é李');`, [['-1.5e3', `it's 'x' \\ \n\t\0\x1a % q "é李`]]],
  [
    'hexadecimal, binary and national texts',
    `${INTO}(1,0xE69D8E),(2,X'4142'),(3,_binary 'c'),(4,_utf8mb4'd'),(TRUE,N'e');`,
    [
      ['1', '李'],
      ['2', 'AB'],
      ['3', 'c'],
      ['4', 'd'],
      ['1', 'e'],
    ],
  ],
  ['the columns of CREATE TABLE, without those that are calculated', `${CREATE}\nINSERT IGNORE INTO event VALUES (1,'a');`, [['1', 'a']]],
  ['columns in another order, and more of them', "REPLACE INTO `db`.`event` (`x`, `detail`, `id`) VALUES (9,'a',1);", [['1', 'a']]],
  [
    'an update of what is there',
    `${INTO}(1,'a') ON DUPLICATE KEY UPDATE id='2;';${INTO}(3,'b');`,
    [
      ['1', 'a'],
      ['3', 'b'],
    ],
  ],
  [
    'comments, other tables and procedures',
    `-- it's\n# it's\n/*!50003 x ' */ SELECT "--"; INSERT INTO users VALUES (';(',\`y\`,NOW());\nDELIMITER ;;\nCREATE PROCEDURE p() BEGIN ${INTO}(8,'p'); END ;;\nDELIMITER ;\n${INTO}(1,'-- a /* ; */');`,
    [['1', '-- a /* ; */']],
  ],
  ['nothing', '', []],
] as const)
  // oxfmt-ignore
  test(`read: ${name}`, () => {
    assert.deepEqual(read([sql]), rows)
    assert.deepEqual(read(sql), rows, 'in pieces of one character')
  })

function* huge(start: string, part: string, times: number, end = '') {
  yield start
  for (let at = 0; at < times; at++) yield part
  yield end
}

for (const [name, sql, words] of [
  ['a text that does not end', [`${INTO}(1,'a`], /no end/],
  ['a text of 50 MB', huge(`${INTO}(1,'`, 'x'.repeat(1 << 20), 50, "');"), /more than 8 MB/],
  ['a text of 50 MB in another table', huge("INSERT INTO users VALUES ('", 'x'.repeat(1 << 20), 50, "');"), /more than 8 MB/],
  ['a row that is cut off', [`${INTO}(1,'a'),(2`], /cut off/],
  ['a statement that is cut off', [`${INTO}(1,'a')`], /cut off/],
  ['fewer values than columns', [`${INTO}(1,'a'),\n(2);`], /line 2 gives 1 values for the 2 columns of the table event/],
  ['more values than columns', [`${INTO}(1,'a',3);`], /gives 3 values for the 2 columns/],
  ['a row of a million values', huge(`${INTO}(1`, ',1'.repeat(1000), 1000, ');'), /gives 3 values/],
  ['no columns', ["INSERT INTO event VALUES (1,'a');"], /does not name the columns/],
  ['a missing column', ['INSERT INTO event (id) VALUES (1);'], /no column detail/],
  ['a calculation', [`${INTO}(1,CONCAT('a','b'));`], /plain values/],
  ['a query', ['INSERT INTO event (id, detail) SELECT 1, 2;'], /plain values/],
  ['LOAD DATA', ["LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE event;"], /LOAD DATA in line 1/],
  ['more than a million rows', huge(INTO, `(1,'a'),`.repeat(1000), 1001, "(1,'a');"), /more than 1,000,000 rows/],
] as const)
  // oxfmt-ignore
  test(`refused: ${name}`, () => {
    const fault = (error: unknown) => error instanceof TableFault && words.test(error.words[1])
    assert.throws(() => {
      for (const _ of insertsIn(sql[Symbol.iterator](), WANTED)) continue
    }, fault)
  })

test('a line of 50 MB with many rows is read, and a large picture in another column is passed over', () => {
  let count = 0
  for (const _ of insertsIn(huge(INTO, `(1,'${'x'.repeat(100)}'),`.repeat(10_000), 45, "(1,'a');"), WANTED)) count++
  assert.equal(count, 450_001)
  const picture = huge('INSERT INTO event (id,img,detail) VALUES (1,0x', 'ab'.repeat(1 << 19), 4, ",'a');")
  assert.deepEqual(read(picture), [['1', 'a']])
})
