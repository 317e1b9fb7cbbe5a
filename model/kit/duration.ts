export type Step = { count: number; unit: 'd' | 'm' | 'y' }

/** `position` counts characters from 0, so that a form can point at the fault. */
export class DurationFault extends Error {
  readonly text: string
  readonly position: number
  readonly zh: string
  readonly en: string

  constructor(text: string, position: number) {
    const en = `A duration is written like 15d,4m (d days, m months, y years); “${text}” is wrong at character ${position + 1}`
    super(en)
    this.name = 'DurationFault'
    this.text = text
    this.position = position
    this.en = en
    this.zh = `期限表达式应写作 15d,4m（d 日、m 月、y 年），“${text}”第 ${position + 1} 个字符有误`
  }
}

/** Reads `15d,4m`; the parts stay in the order in which they are written, since the order decides the date. */
export function parseDuration(text: string): Step[] {
  const known = parsed.get(text)
  if (known) return known
  const steps = read(text)
  if (parsed.size < 2000) parsed.set(text, steps)
  return steps
}

export function addDuration(from: Temporal.PlainDate, text: string): Temporal.PlainDate {
  return parseDuration(text).reduce(addStep, from)
}

/** Each intermediate date, for explanations. */
export function addSteps(from: Temporal.PlainDate, text: string): { step: string; date: string }[] {
  let date = from
  return parseDuration(text).map((step) => {
    date = addStep(date, step)
    return { step: `${step.count}${step.unit}`, date: `${date}` }
  })
}

const parsed = new Map<string, Step[]>()
const PART = /(-?)(\d{1,5})([dmy])/y

function read(text: string): Step[] {
  const steps: Step[] = []
  let position = 0
  for (;;) {
    PART.lastIndex = position
    const part = PART.exec(text)
    if (!part) throw new DurationFault(text, faultIn(text, position))
    const [whole, sign, digits, unit] = part
    // The pattern admits these three letters only.
    steps.push({ count: sign ? -Number(digits) : Number(digits), unit: unit as Step['unit'] })
    position += whole.length
    if (position === text.length) return steps
    if (text[position] !== ',') throw new DurationFault(text, position)
    position += 1
  }
}

/** The first character that cannot belong to a part begun at `position`. */
function faultIn(text: string, position: number): number {
  const begun = /^-?\d{0,5}/.exec(text.slice(position))
  return position + (begun?.[0].length ?? 0)
}

/** A day the target month does not have becomes its last day. */
function addStep(date: Temporal.PlainDate, { count, unit }: Step): Temporal.PlainDate {
  if (unit === 'd') return date.add({ days: count })
  return date.add(unit === 'm' ? { months: count } : { years: count }, { overflow: 'constrain' })
}
