import { defineCaseKind } from '../../cases/case-kind.ts'
import { patent } from './patent.ts'

export const patentKind = defineCaseKind({ model: patent })
