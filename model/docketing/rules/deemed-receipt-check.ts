import { parseDuration } from '../../kit/days/duration.ts'
import { isDay } from '../calendar/calendar-pack.ts'
import type { LawFault } from './law-fault.ts'
import { runsFromDispatch, type Service } from './rule.ts'

export function checkService(row: unknown, index: number): LawFault[] {
  const service = row as Partial<Service> | null // each part is checked below
  const where = `service ${service?.scheme ?? ''} no. ${index + 1}`
  const faults: LawFault[] = []
  const fault = (zh: string, en: string) => faults.push({ where, zh, en })
  if (!service?.scheme) fault('缺少 scheme', 'scheme is missing')
  if (!Array.isArray(service?.ways) || !service.ways.length) fault('缺少送达方式', 'delivery methods are missing')
  if (!service?.zh || !service.en) fault('缺少中英文说明', 'the description in Chinese and English is missing')
  if (!service?.legal_basis?.zh || !service.legal_basis.en) fault('缺少法律依据', 'legal basis is missing')
  for (const field of ['issued_from', 'issued_to'] as const) {
    if (service?.[field] && !isDay(service[field])) fault(`${field} 不是日期`, `${field} is not a date`)
  }
  for (const field of ['presumed', 'within'] as const) {
    const period = service?.[field]
    if (!period) continue
    try {
      parseDuration(period)
    } catch (wrong) {
      fault(`推定期间有误：${period}`, wrong instanceof Error ? wrong.message : `${field} is wrong`)
    }
  }
  const takesReceipt = Boolean(service?.received ?? service?.proven) || service?.late_after !== undefined
  if (service?.scheme && runsFromDispatch(service.scheme) && (takesReceipt || service.presumed))
    fault('自发文日起算的，收到日不影响期限', 'where periods run from dispatch, the day of receipt moves nothing')
  if (takesReceipt && !(Number.isInteger(service?.ordinary) && Number(service?.ordinary) >= 0))
    fault(
      '收到日会影响期限的，须写明通常的天数 ordinary',
      'ordinary (the usual number of days until receipt) is required where the date of receipt counts',
    )
  return faults
}
