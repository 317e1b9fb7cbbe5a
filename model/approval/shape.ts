import type { Words } from '../kit/fields.ts'
import {
  type Edge,
  type Graph,
  type GraphNode,
  isPeopleNode,
  type Level,
  MAX_CODE,
  MAX_DAYS,
  MAX_LEVELS,
  MAX_NAME,
  MAX_NODES,
  MAX_PARTICIPANTS,
  NODE_TYPES,
  type Participant,
  PARTICIPANT_KINDS,
  RESTART_MODES,
  VOTE_MODES,
  type Work,
} from './graph.ts'

// Input is read part by part, so that the stored value has exactly the declared form.

type ShapeFault = { place: string; words: Words }
type Reading = { place: string; faults: ShapeFault[] }

export type Shaped<T> = { value: T; faults: readonly ShapeFault[] }

export function readLevels(given: unknown): Shaped<Level[]> {
  const faults: ShapeFault[] = []
  if (!Array.isArray(given) || given.length === 0 || given.length > MAX_LEVELS)
    return { value: [], faults: [{ place: '', words: [`审批级别应为 1 到 ${MAX_LEVELS} 级`, `there are 1 to ${MAX_LEVELS} levels`] }] }
  const value = given.map((one: unknown, at): Level => {
    const reading = { place: `level_${at + 1}`, faults }
    const level = objectIn(reading, one)
    refuseOthers(reading, level, [...NAMES, ...WORK])
    return { ...namesIn(reading, level), ...workIn(reading, level) }
  })
  return { value, faults }
}

export function readGraph(given: unknown): Shaped<Graph> {
  const faults: ShapeFault[] = []
  const whole = objectIn({ place: '', faults }, given)
  refuseOthers({ place: '', faults }, whole, ['nodes', 'edges'])
  const nodes = listIn({ place: '', faults }, whole.nodes, 'nodes', MAX_NODES).map((one, at) => nodeIn(faults, one, at))
  const edges = listIn({ place: '', faults }, whole.edges, 'edges', MAX_NODES * 2).map((one, at): Edge => {
    const reading = { place: `edge ${at + 1}`, faults }
    const edge = objectIn(reading, one)
    refuseOthers(reading, edge, ['from', 'to', 'when'])
    const when = textIn(reading, edge, 'when', 2000, false)
    return { from: textIn(reading, edge, 'from', MAX_CODE), to: textIn(reading, edge, 'to', MAX_CODE), ...(when && { when }) }
  })
  return { value: { nodes, edges }, faults }
}

const NAMES = ['name', 'name_en'] as const
const LISTS = ['doc_types', 'opens', 'requires', 'hides'] as const
/** The part of a published version is left out: it is filled in when this one is published. */
const CALL = ['process', 'part'] as const
const { SUB_PROCESS_END: _, ...DRAWN_TYPES } = NODE_TYPES
const WORK = ['participants', 'vote', 'days', ...LISTS, 'restart'] as const

function nodeIn(faults: ShapeFault[], given: unknown, at: number): GraphNode {
  const reading: Reading = { place: `node ${at + 1}`, faults }
  const node = objectIn(reading, given)
  const id = textIn(reading, node, 'id', MAX_CODE)
  if (id && !/^\w+$/.test(id))
    faults.push({ place: id, words: ['节点代码只能用字母、数字和下划线', 'the code of a node consists of letters, digits and underscores'] })
  const own = { place: id || reading.place, faults }
  const type = oneOf(own, node.type, DRAWN_TYPES, 'type')
  refuseOthers(own, node, ['id', 'type', ...NAMES, ...(isPeopleNode(type) ? WORK : type === 'SUB_PROCESS' ? CALL : [])])
  const base = { id, type, ...namesIn(own, node) }
  if (type === 'SUB_PROCESS') return { ...base, process: textIn(own, node, 'process', 48, false) }
  return { ...base, ...(isPeopleNode(type) && workIn(own, node, type === 'NOTICE')) }
}

const namesIn = (reading: Reading, given: Loose) => ({
  name: textIn(reading, given, 'name', MAX_NAME),
  name_en: textIn(reading, given, 'name_en', MAX_NAME),
})

function workIn(reading: Reading, given: Loose, isNotice = false): Work {
  const participants = listIn(reading, given.participants, 'participants', MAX_PARTICIPANTS).map((one) => participantIn(reading, one))
  if (participants.length === 0) reading.faults.push({ place: reading.place, words: ['没有办理人', 'has no participants'] })
  const days = given.days ?? null
  if (days !== null && !(Number.isInteger(days) && Number(days) >= 1 && Number(days) <= MAX_DAYS))
    reading.faults.push({ place: reading.place, words: [`时限应为 1 到 ${MAX_DAYS} 个工作日`, `a time limit is 1 to ${MAX_DAYS} working days`] })
  const lists = LISTS.map((key) => [key, listIn(reading, given[key] ?? [], key, 50).map((one) => textIn(reading, { [key]: one }, key, 60))] as const)
  return {
    participants,
    vote: given.vote === undefined && isNotice ? 'ALL_SUBMIT' : oneOf(reading, given.vote, VOTE_MODES, 'vote'),
    ...(days !== null && { days: Number(days) }),
    ...Object.fromEntries(lists.filter(([, list]) => list.length > 0)),
    ...((given.restart ?? null) !== null && { restart: oneOf(reading, given.restart, RESTART_MODES, 'restart') }),
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function participantIn(reading: Reading, given: unknown): Participant {
  const one = objectIn(reading, given)
  const kind = oneOf(reading, one.kind, PARTICIPANT_KINDS, 'kind')
  const fault = (zh: string, en: string) => void reading.faults.push({ place: reading.place, words: [zh, en] })
  if (kind === 'PERSON' || kind === 'ROLE' || kind === 'VIRTUAL' || kind === 'EXPERT_GROUP') {
    refuseOthers(reading, one, ['kind', 'sid'])
    if (!UUID.test(String(one.sid))) fault('没有选定人员、角色、虚拟组织或专家组', 'names no person, role, virtual organisation or expert group')
    return { kind, sid: String(one.sid).slice(0, 36) }
  }
  if (kind === 'STARTER_LEADER') {
    refuseOthers(reading, one, ['kind', 'up'])
    if (!(Number.isInteger(one.up) && Number(one.up) >= 1 && Number(one.up) <= 8)) fault('上级应为 1 到 8 级', 'the leader is 1 to 8 steps up')
    return { kind, up: Number(one.up) }
  }
  refuseOthers(reading, one, kind === 'FIELD' ? ['kind', 'field'] : ['kind'])
  return kind === 'FIELD' ? { kind, field: textIn(reading, one, 'field', 60) } : { kind }
}

type Loose = Record<string, unknown>
const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)

function objectIn(reading: Reading, given: unknown): Loose {
  if (isObject(given)) return given
  reading.faults.push({ place: reading.place, words: ['格式不正确', 'is not an object'] })
  return {}
}

function listIn(reading: Reading, given: unknown, key: string, max: number): unknown[] {
  if (Array.isArray(given) && given.length <= max) return given
  reading.faults.push({ place: reading.place, words: [`“${key}”应为最多 ${max} 项的列表`, `“${key}” must be a list of at most ${max}`] })
  return []
}

function textIn(reading: Reading, given: Loose, key: string, max: number, needed = true): string {
  const text = given[key] ?? ''
  if (typeof text === 'string' && text.length <= max && (text.trim() !== '' || !needed) && !text.includes('\0')) return text.trim()
  reading.faults.push({ place: reading.place, words: [`“${key}”应为 1 到 ${max} 个字符`, `“${key}” must have 1 to ${max} characters`] })
  return ''
}

function oneOf<K extends string>(reading: Reading, given: unknown, options: Readonly<Record<K, Words>>, key: string): K {
  const codes = Object.keys(options) as K[] // the keys of this very table
  const found = codes.find((code) => code === given)
  if (found) return found
  reading.faults.push({ place: reading.place, words: [`“${key}”应为 ${codes.join('、')} 之一`, `“${key}” must be one of ${codes.join(', ')}`] })
  return codes[0] as K // the tables have entries
}

function refuseOthers(reading: Reading, given: Loose, keys: readonly string[]) {
  const other = Object.keys(given).find((key) => !keys.includes(key))
  if (other !== undefined)
    reading.faults.push({ place: reading.place, words: [`未知内容“${other.slice(0, 40)}”`, `has an unknown part “${other.slice(0, 40)}”`] })
}
