import { addDuration, isoOf } from '../../kit/days/duration.ts'
import type { CaseEvent } from './facts.ts'
import { dayOf } from '../calendar/day.ts'
import type { Explanation } from './computed-deadline.ts'
import type { Service } from '../rules/rule.ts'

export type Received = { basis: string; lateDays: number; service?: Explanation['service']; override?: Explanation['basis_override'] }

/** The day from which a period set by a notice counts. A presumed day of receipt is never rolled. */
export function receivedOn(event: CaseEvent, scheme: string | undefined, services: readonly Service[]): Received {
  const presumed = presumedReceipt(event, scheme, services)
  if (!event.basis_date || event.basis_date === presumed.basis) return presumed
  return {
    basis: event.basis_date,
    lateDays: 0,
    override: { date: event.basis_date, instead_of: presumed.basis, reason: event.basis_reason ?? '' },
  }
}

/** A notice without a recorded way of delivery counts as electronic: that gives the earlier, safer date. */
function presumedReceipt(event: CaseEvent, scheme: string | undefined, services: readonly Service[]): Received {
  const way = event.delivery_way || 'ELECTRONIC'
  const found = scheme ? services.find((service) => applies(service, scheme, way, event.date)) : undefined
  if (!found) return { basis: event.date, lateDays: 0 }
  const presumed = found.presumed && isoOf(addDuration(dayOf(event.date), found.presumed))
  const basis = presumed ? provenDay(found, event, presumed) : receiptDay(found, event)
  const late = unusuallyLate(found, event)
  const lateDays = found.late_after === undefined ? 0 : lateBy(event, found.late_after)
  return {
    basis,
    lateDays,
    service: {
      way,
      assumed: !event.delivery_way && !found.ways.includes('*'),
      issued: event.date,
      basis,
      ...(found.presumed && { presumed: found.presumed }),
      text: { zh: found.zh, en: found.en },
      legal_basis: found.legal_basis,
      certainty: late ? 'CHECK' : found.certainty,
      ...(lateDays > 0 && { late_days: lateDays }),
      ...(late && { received_late: late }),
    },
  }
}

/** The days from the date of a notice to its receipt, if they exceed the usual time under the rules of service. */
export function receivedLate(event: CaseEvent, schemes: readonly string[], services: readonly Service[]): number | undefined {
  const way = event.delivery_way || 'ELECTRONIC'
  for (const scheme of schemes) {
    const found = services.find((service) => applies(service, scheme, way, event.date))
    const late = found && unusuallyLate(found, event)
    if (late) return late
  }
  return undefined
}

function unusuallyLate({ ordinary }: Service, { date, receive_date }: CaseEvent): number | undefined {
  if (ordinary === undefined || !receive_date) return undefined
  const { days } = dayOf(date).until(dayOf(receive_date))
  return days > ordinary ? days : undefined
}

/** A recorded day replaces the deemed receipt if the rule takes any recorded day, or if it is later and proven. */
const provenDay = ({ proven, received }: Service, { receive_date }: CaseEvent, presumed: string) =>
  receive_date && (received || (proven && receive_date > presumed)) ? receive_date : presumed

function receiptDay({ received, within }: Service, { date, receive_date }: CaseEvent): string {
  if (!received || !receive_date) return date
  const latest = within && isoOf(addDuration(dayOf(date), within))
  return latest && latest < receive_date ? latest : receive_date
}

function applies(service: Service, scheme: string, way: string, issued: string): boolean {
  return (
    service.scheme === scheme &&
    (service.ways.includes(way) || service.ways.includes('*')) &&
    (!service.issued_from || service.issued_from <= issued) &&
    (!service.issued_to || issued <= service.issued_to)
  )
}

function lateBy({ date, receive_date }: CaseEvent, allowed: number): number {
  return receive_date ? Math.max(0, dayOf(date).until(dayOf(receive_date)).days - allowed) : 0
}
