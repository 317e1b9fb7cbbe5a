import type { CalendarRow } from '../../../model/docketing/calendar/calendar-pack.ts'
import { BadLaw, lawOf } from '../../../model/docketing/rules/law-pack.ts'
import type { Law } from '../../../model/docketing/rules/law.ts'
import type { FeeLaw } from '../../../model/fees/fee-law.ts'
import { type FeeRow, schedulesOf } from '../../../model/fees/schedule/schedule.ts'
import { readFeeRows } from '../../../model/fees/schedule/schedule-faults.ts'
import { anyTable, type Db } from '../../database/pool.ts'
import type { Tenant, Context } from '../../records/context.ts'
import { refuseFaultsOf } from './rule-faults.ts'

export type TenantLaw = { law: Law; fees: FeeLaw }

const kept = new WeakMap<Tenant, Promise<TenantLaw>>()

/** The law of the tenant, from its tables; each process caches it until a change. */
export function lawFor({ tenant, db }: Pick<Context, 'tenant' | 'db'>): Promise<TenantLaw> {
  const known = kept.get(tenant)
  if (known) return known
  // Uses the caller's own connection: a caller that holds one must not wait for a second.
  const read = readLawTables(db)
  kept.set(tenant, read)
  read.catch(() => kept.delete(tenant))
  if (!heeding.has(tenant)) {
    heeding.add(tenant)
    tenant.pubsub.subscribe('law', () => void kept.delete(tenant))
  }
  return read
}

const heeding = new WeakSet<Tenant>()

/** After the commit of a change to a rule, price or holiday, every process reads the law again. */
export function lawChanged(ctx: Context) {
  const forget = () => {
    kept.delete(ctx.tenant)
    ctx.tenant.pubsub.publish('law', Date.now())
  }
  if (ctx.after) ctx.after.push(forget)
  else forget()
}

/** Refuses a write that would make the law, and with it every case, unreadable. */
export async function refuseUnsoundLaw(ctx: Context) {
  if (ctx.source === 'job') return // the seed writes rules before the rows they need, and has checked them all
  const live = ctx.db.selectFrom('fee_schedule').select('content').where('deleted_at', 'is', null).where('valid', 'is not', false)
  const prices = await live.execute()
  const { faults } = readFeeRows(prices.map((row) => row.content))
  if (faults.length > 0) refuseFaultsOf(faults.map(({ fee_code, ...fault }) => ({ where: fee_code, ...fault })))
  await readLawTables(ctx.db).catch(refuseUnreadable)
}

/** The law for a trial of a rule: an unreadable law is reported, not treated as a server fault. */
export const soundLaw = (ctx: Pick<Context, 'tenant' | 'db'>): Promise<TenantLaw> => lawFor(ctx).catch(refuseUnreadable)

function refuseUnreadable(error: unknown): never {
  if (error instanceof BadLaw) refuseFaultsOf(error.faults)
  throw error
}

export type CalendarCover = Record<string, Omit<CalendarRow, 'days'>>

/** Throws with every fault listed: an unreadable rule stops every caller of the law. `without`: records that are left out. */
export async function readLawTables(db: Db, without: readonly string[] = []): Promise<TenantLaw> {
  const live = (table: string) => {
    const rows = anyTable(db).selectFrom(table).selectAll().where('deleted_at', 'is', null).where('valid', 'is not', false)
    return without.length === 0 ? rows : rows.where('sid', 'not in', without)
  }
  const [rules, days, years, prices, settings] = await Promise.all([
    live('deadline_rule').orderBy('rule_id').orderBy('rule_version').execute(),
    live('office_calendar').orderBy('day').execute(),
    live('calendar_year').execute(),
    live('fee_schedule').execute(),
    db.selectFrom('setting').selectAll().where('key', 'in', ['law.services', 'law.calendars']).execute(),
  ])
  const setting = new Map(settings.map((row) => [row.key, row.value]))
  const law = lawOf({
    rules: rules.map((row) => row.content),
    services: (setting.get('law.services') ?? []) as unknown[], // written by the seed, checked by lawOf
    calendars: calendarsOf(days, years, (setting.get('law.calendars') ?? {}) as CalendarCover), // as above
  })
  const schedules = schedulesOf(prices.map((row) => row.content as FeeRow)) // checked when it was written
  return { law, fees: { schedules, calendars: law.calendars } }
}

/** A year is announced when its publication is on record; days alone, entered or projected, announce nothing. */
function calendarsOf(days: readonly Row[], years: readonly Row[], cover: CalendarCover): CalendarRow[] {
  const daysOf = Map.groupBy(days, ({ office }) => String(office))
  const yearsOf = Map.groupBy(years, ({ office }) => String(office))
  return [...new Set([...Object.keys(cover), ...daysOf.keys(), ...yearsOf.keys()])].map((office) => {
    const known = cover[office] ?? {
      office,
      zh: office,
      en: office,
      covers_from: '',
      covers_to: '',
      certainty: 'CHECK' as const,
      source: 'entered here',
    }
    return {
      ...known,
      years: [...(known.years ?? []), ...(yearsOf.get(office) ?? []).map(({ year }) => Number(year))],
      days: (daysOf.get(office) ?? []).map(({ day, kind, name }) => ({
        date: String(day),
        kind: kind === 'WORK' ? ('WORK' as const) : ('OFF' as const),
        name: String(name ?? '') || '—',
      })),
    }
  })
}

type Row = Record<string, unknown>
