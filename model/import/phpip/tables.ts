/** The tables of phpIP's database, with the columns that are read. */
export const PHPIP_TABLES = {
  matter: ['id', 'category_code', 'caseref', 'country', 'origin', 'type_code', 'idx', 'parent_id', 'container_id', 'responsible', 'dead', 'notes'],
  event: ['id', 'code', 'matter_id', 'event_date', 'alt_matter_id', 'detail'],
  matter_actor_lnk: ['matter_id', 'actor_id', 'display_order', 'role', 'shared', 'actor_ref'],
  actor: ['id', 'name', 'first_name'],
  classifier: ['matter_id', 'type_code', 'value', 'value_id', 'display_order'],
  classifier_value: ['id', 'value'],
  task: ['trigger_id', 'code', 'done', 'done_date', 'detail'],
} as const

type Tables = typeof PHPIP_TABLES
export type PhpipTable = keyof Tables
export type PhpipRow<Table extends PhpipTable> = Readonly<Record<Tables[Table][number], string | null>>
export type PhpipRows = { [Table in PhpipTable]: PhpipRow<Table>[] }

export type Matter = PhpipRow<'matter'>
export type Event = PhpipRow<'event'>
export type Task = PhpipRow<'task'>

/** The database, with its rows by their matter. */
export type Database = {
  matters: readonly Matter[]
  matter(id: string | null): Matter | undefined
  /** Events of a matter, the oldest first. */
  events(matter: Matter, ...codes: string[]): Event[]
  /** The actors of a matter, with those that its family shares, in their order. */
  actors(matter: Matter, role: string): { name: string; ref: string }[]
  /** The matter's own classifiers, else those of its family. */
  classifiers(matter: Matter, code: string): string[]
  tasks(matter: Matter, code: string): Task[]
}

/** The order of codes and days, the same in every language. */
export function byCode(one: string | null, other: string | null): number {
  const [left, right] = [one ?? '', other ?? '']
  return left === right ? 0 : left < right ? -1 : 1
}

export function databaseOf(rows: PhpipRows): Database {
  const by = <Row>(list: readonly Row[], key: (row: Row) => string | null) => Map.groupBy(list, key)
  const matters = new Map(rows.matter.map((row) => [row.id, row]))
  const actors = new Map(rows.actor.map((row) => [row.id, row]))
  const values = new Map(rows.classifier_value.map((row) => [row.id, row.value]))
  const [events, links] = [by(rows.event, (row) => row.matter_id), by(rows.matter_actor_lnk, (row) => row.matter_id)]
  const [classifiers, tasks] = [by(rows.classifier, (row) => row.matter_id), by(rows.task, (row) => row.trigger_id)]
  const inOrder = <Row extends { display_order: string | null }>(list: readonly Row[]) =>
    list.toSorted((one, other) => Number(one.display_order ?? 127) - Number(other.display_order ?? 127))
  const ofMatter = (id: string | null, code: string) =>
    inOrder((classifiers.get(id) ?? []).filter(({ type_code }) => type_code === code))
      .map(({ value, value_id }) => value ?? values.get(value_id) ?? '')
      .filter((value) => value !== '')
  const eventsOf = (matter: Matter, ...codes: string[]) =>
    (events.get(matter.id) ?? [])
      .filter(({ code }) => codes.includes(String(code)))
      .toSorted((one, other) => byCode(one.event_date, other.event_date) || Number(one.id) - Number(other.id))
  return {
    matters: rows.matter,
    matter: (id) => (id === null ? undefined : matters.get(id)),
    events: eventsOf,
    actors: (matter, role) => {
      const shared = matter.container_id === null ? [] : (links.get(matter.container_id) ?? []).filter((link) => link.shared === '1')
      const found = [...(links.get(matter.id) ?? []), ...shared].filter((link) => link.role === role)
      return inOrder(found).flatMap(({ actor_id, actor_ref }) => {
        const actor = actors.get(actor_id)
        const name = [actor?.name, actor?.first_name]
          .filter(Boolean)
          .join(' ')
          .replaceAll(/[;；|]/g, ',')
        return name === '' ? [] : [{ name, ref: actor_ref ?? '' }]
      })
    },
    classifiers: (matter, code) => {
      const own = ofMatter(matter.id, code)
      return own.length > 0 || matter.container_id === null ? own : ofMatter(matter.container_id, code)
    },
    tasks: (matter, code) => (events.get(matter.id) ?? []).flatMap(({ id }) => tasks.get(id) ?? []).filter((task) => task.code === code),
  }
}
