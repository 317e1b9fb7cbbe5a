import { readFileSync } from 'node:fs'

type Json = Record<string, unknown>
type Shapes = { fields: Readonly<Record<string, Json>>; schemas: Readonly<Record<string, Json>> }

/** Written by bin/shapes.ts from the TypeScript types. */
const shapes: Shapes = JSON.parse(readFileSync(new URL('shapes.json', import.meta.url), 'utf8'))

/** The named types of structured facts. */
export const SHAPES = shapes.schemas

/** The schema of the facts that are declared at the first of these places. */
export const shapeAt = (place: readonly string[]): Json | undefined => place.map((one) => shapes.fields[one]).find(Boolean)
