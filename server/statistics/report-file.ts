import { type Lang, wordIn } from '../../model/kit/fields.ts'
import { isColour } from '../../model/settings/layouts/appearance.ts'
import { DRAWINGS, type Drawing } from '../../model/statistics/definition.ts'
import { reportFile, reportSlides } from '../../model/statistics/report-actions.ts'
import { daysOfPeriod, REPORT_PERIODS, type ReportPeriod } from '../../model/statistics/report-parts.ts'
import type { ReportPart } from '../../model/statistics/report.ts'
import { statisticPdf } from '../../model/statistics/statistic-actions.ts'
import { both, refuse } from '../errors.ts'
import type { PdfBlock, PdfDocument } from '../pdf/document.ts'
import { draw, type Drawn } from '../pdf/draw.ts'
import { letterheadOf } from '../pdf/letterhead.ts'
import { actorIn } from '../records/acting/actor-name.ts'
import { type Context } from '../records/context.ts'
import { lookAt } from '../records/settings/look.ts'
import { serve } from '../route.ts'
import { disposition } from '../storage/disposition.ts'
import { exportedFigures } from './file.ts'
import { figuresBlocks } from './figures-blocks.ts'
import { recordOf } from './planned.ts'
import { blocksOf } from './report-blocks.ts'
import { definitionOf } from './statistic.ts'

export const MEDIA_TYPES: Record<Drawn['as'], string> = { pdf: reportFile.answer.file, pptx: reportSlides.answer.file }

const headersOf = (name: string, as: Drawn['as'], { today }: Context) => ({
  'content-type': MEDIA_TYPES[as],
  'content-disposition': disposition(`${name}_${today}.${as}`),
  'cache-control': 'private, no-store',
})

export const nameOf = (record: Record<string, unknown>, lang: Lang) => String((lang === 'en' && record.name_en) || record.name)

export const reportFileRoute = serve(reportFile, async ({ ctx, path, reply }) => {
  const { bytes, name } = await fileOfReport(ctx, path.sid, 'pdf')
  return reply.headers(headersOf(name, 'pdf', ctx)).send(bytes)
})

export const reportSlidesRoute = serve(reportSlides, async ({ ctx, path, reply }) => {
  const { bytes, name } = await fileOfReport(ctx, path.sid, 'pptx')
  return reply.headers(headersOf(name, 'pptx', ctx)).send(bytes)
})

async function fileOfReport(ctx: Context, sid: string, as: Drawn['as']) {
  const record = await recordOf(ctx, 'report', sid)
  const reader = { ...ctx, lang: languageOf(record) ?? ctx.lang }
  return { bytes: await drawReport(reader, record, as), name: nameOf(record, reader.lang) }
}

/** The language that a report has of its own. */
export const languageOf = ({ language }: Record<string, unknown>): Lang | undefined => (language === 'zh' || language === 'en' ? language : undefined)

export const statisticPdfRoute = serve(statisticPdf, async ({ ctx, path, reply }) => {
  const record = await recordOf(ctx, 'statistic', path.sid)
  const bytes = await drawStatistic(ctx, record, 'pdf')
  return reply.headers(headersOf(nameOf(record, ctx.lang), 'pdf', ctx)).send(bytes)
})

/** A report as its reader may see it, in the language of the call. Refused where nothing of it is left. */
export async function drawReport(ctx: Context, record: Record<string, unknown>, as: Drawn['as']): Promise<Buffer> {
  const { lang, today } = ctx
  const colour = await colourOf(ctx)
  const period = periodOf(record.period)
  const parts = Array.isArray(record.parts) ? (record.parts as ReportPart[]) : [] // rows of the model
  const blocks: PdfBlock[] = []
  const shown: boolean[] = []
  for (const part of parts) {
    const drawn = await blocksOf({ ctx, part, period, colour, as })
    blocks.push(...drawn.blocks)
    shown.push(drawn.isShown && part.kind !== 'TEXT')
  }
  const hasData = parts.some(({ kind }) => kind !== 'TEXT')
  if (hasData && !shown.some(Boolean)) refuse('rule', NOTHING)
  const days = daysOfPeriod(period, today)
  const lines = [
    wordIn([`截至 ${today}`, `As of ${today}`], lang),
    ...(days ? [`${wordIn(['期间', 'Period'], lang)}: ${wordIn(REPORT_PERIODS[period], lang)} (${days.first} – ${days.last})`] : []),
    wordIn([`按 ${ctx.actor.name} 有权查看的记录`, `Over the records that ${actorIn(ctx.actor, 'en')} may see`], lang),
  ]
  const watermark = parts.some(({ kind }, at) => kind === 'LIST' && shown[at]) ? { watermark: `${actorIn(ctx.actor, lang)} ${today}` } : {}
  const document: PdfDocument = {
    title: nameOf(record, lang),
    lang,
    letterhead: await letterheadOf(ctx),
    cover: { lines, colour },
    ...watermark,
    blocks,
  }
  return draw({ document, as })
}

const NOTHING = both('summary', ['报告中没有您可查看并导出的内容', 'The report has nothing that you may see and export'])

const periodOf = (value: unknown): ReportPeriod => (typeof value === 'string' && value in REPORT_PERIODS ? (value as ReportPeriod) : 'ALL') // just asked

/** A statistic alone: its chart and its table. */
export async function drawStatistic(ctx: Context, record: Record<string, unknown>, as: Drawn['as']): Promise<Buffer> {
  const figures = await exportedFigures(ctx, definitionOf(record), as)
  const drawing: Drawing = typeof record.drawing === 'string' && record.drawing in DRAWINGS ? (record.drawing as Drawing) : 'PIVOT' // just asked
  const title = nameOf(record, ctx.lang)
  const colour = await colourOf(ctx)
  const blocks = figuresBlocks({ figures, drawing, colour, lang: ctx.lang })
  return draw({
    document: { title, lang: ctx.lang, letterhead: await letterheadOf(ctx), ...(as === 'pptx' && { cover: { lines: [], colour } }), blocks },
    as,
  })
}

const USUAL_COLOUR = '#1d4f91'

/** The colour of the company's theme. */
async function colourOf(ctx: Context): Promise<string> {
  const look: { theme?: { config?: { theme_color?: unknown } } } = await lookAt(ctx, ctx.actor.company_sid)
  const colour = look.theme?.config?.theme_color
  return typeof colour === 'string' && isColour(colour) ? colour : USUAL_COLOUR
}
