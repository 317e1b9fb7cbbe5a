import type { AttachmentField, PictureRules, PictureType, Words } from './fields.ts'

/** The facts of an uploaded picture, as shown. `cm` is its printed size, known where the file states a resolution. */
export type PictureFacts = { width: number; height: number; dpi?: number; cm?: [width: number, height: number] }

/** A file in the row to which it is attached. */
export type AttachedFile = { sid: string; name: string; size: number; picture?: PictureFacts }

export type UploadedFile = { ext: string; size: number; type?: PictureType | undefined; picture?: PictureFacts | undefined }

const BY_CONTENT: Readonly<Record<string, PictureType>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/tiff': 'tif',
  'image/gif': 'gif',
}

export const pictureTypeOf = (contentType: string): PictureType | undefined => BY_CONTENT[contentType]

/** A picture without a resolution is measured at the lowest that offices accept. */
const ASSUMED_DPI = 72

export function withPrintedSize(width: number, height: number, dpi: number | null): PictureFacts {
  return dpi ? { width, height, dpi, cm: [cmOf(width, dpi), cmOf(height, dpi)] } : { width, height }
}

const cmOf = (pixels: number, dpi: number) => Math.round((pixels / dpi) * 254) / 100

/** The reason why a field refuses a file, or undefined. */
export function fileFault({ extensions, max_bytes, picture }: AttachmentField, name: string, file: UploadedFile): Words | undefined {
  if (extensions && !extensions.includes(file.ext))
    return [`“${name}”格式不正确，应为 ${extensions.join('、')}`, `must be ${extensions.join(', ')}; “${name}” is another type of file`]
  if (max_bytes && file.size > max_bytes)
    return [`“${name}”超过 ${bytesOf(max_bytes)}`, `must not be larger than ${bytesOf(max_bytes)}; “${name}” is larger`]
  return picture && pictureFault(picture, name, file)
}

function pictureFault(rules: PictureRules, name: string, { type, picture }: UploadedFile): Words | undefined {
  const types = rules.types.map((one) => one.toUpperCase())
  if (!type || !rules.types.includes(type))
    return [`“${name}”不是 ${types.join('、')} 图片`, `must be a ${types.join(' or ')} picture; “${name}” is not`]
  if (!picture) return [`“${name}”无法读取：图片损坏或像素过多`, `cannot read “${name}”: the picture is damaged or has too many pixels`]
  const side = sideFault(rules, picture)
  if (side) return [`“${name}”${side[0]}`, `${side[1]}; “${name}” has ${picture.width} × ${picture.height} pixels`]
  return resolutionFault(rules, name, picture) ?? printFault(rules, name, picture)
}

function sideFault(rules: PictureRules, { width, height }: PictureFacts): Words | undefined {
  for (const [value, range, zh, en] of [
    [width, rules.width, '宽度', 'width'],
    [height, rules.height, '高度', 'height'],
  ] as const) {
    if (range?.min !== undefined && value < range.min)
      return [`${zh}为 ${value} 像素，不能小于 ${range.min} 像素`, `must have a ${en} of at least ${range.min} pixels`]
    if (range?.max !== undefined && value > range.max)
      return [`${zh}为 ${value} 像素，不能大于 ${range.max} 像素`, `must have a ${en} of at most ${range.max} pixels`]
  }
  return undefined
}

function resolutionFault({ dpi: range }: PictureRules, name: string, { dpi }: PictureFacts): Words | undefined {
  if (!range) return undefined
  const { min, max } = range
  if (dpi !== undefined && dpi >= (min ?? 0) && dpi <= (max ?? Infinity)) return undefined
  const [zh, en] = rangeWords(range)
  const stated: Words = dpi === undefined ? ['未标明分辨率', 'states no resolution'] : [`分辨率为 ${dpi} dpi`, `has ${dpi} dpi`]
  return [`“${name}”${stated[0]}，应为${zh} dpi`, `must have a resolution of ${en} dpi; “${name}” ${stated[1]}`]
}

function printFault({ cm: limit }: PictureRules, name: string, { width, height, dpi, cm }: PictureFacts): Words | undefined {
  if (!limit) return undefined
  const [wide, high] = cm ?? [cmOf(width, ASSUMED_DPI), cmOf(height, ASSUMED_DPI)]
  if (wide <= limit.width && high <= limit.height) return undefined
  const at: Words = dpi
    ? [`${dpi} dpi`, `${dpi} dpi`]
    : [`未标明分辨率，按 ${ASSUMED_DPI} dpi 计`, `${ASSUMED_DPI} dpi, since it states no resolution`]
  return [
    `“${name}”为 ${wide}×${high} 厘米（${width}×${height} 像素，${at[0]}），不能超过 ${limit.width}×${limit.height} 厘米`,
    `must not be larger than ${limit.width} × ${limit.height} cm; “${name}” is ${wide} × ${high} cm (${width} × ${height} pixels at ${at[1]})`,
  ]
}

/** The accepted files of a field, as a hint beside its upload; undefined where it accepts any file. */
export function takesWords({ extensions, max_bytes, picture }: AttachmentField): Words | undefined {
  const types = picture?.types.map((one) => one.toUpperCase()) ?? extensions?.map((one) => one.toUpperCase())
  const parts: Words[] = [
    ...(types ? [[types.join('、'), types.join(', ')] as const] : []),
    ...(picture ? pictureWords(picture) : []),
    ...(max_bytes ? [[`每个不超过 ${bytesOf(max_bytes)}`, `up to ${bytesOf(max_bytes)} each`] as const] : []),
  ]
  return parts.length ? [parts.map(([zh]) => zh).join('，'), parts.map(([, en]) => en).join('; ')] : undefined
}

function pictureWords({ width, height, dpi, cm }: PictureRules): Words[] {
  const named = [
    [width, '宽', ' 像素', 'width', 'pixels'],
    [height, '高', ' 像素', 'height', 'pixels'],
    [dpi, '分辨率', ' dpi', 'resolution', 'dpi'],
  ] as const
  return [
    ...named.flatMap(([range, zh, unitZh, en, unitEn]): Words[] => {
      if (!range) return []
      const [said, saidEn] = rangeWords(range)
      return [[`${zh}${said}${unitZh}`, `${en} ${saidEn} ${unitEn}`]]
    }),
    ...(cm ? [[`不超过 ${cm.width}×${cm.height} 厘米`, `up to ${cm.width} × ${cm.height} cm`] as const] : []),
  ]
}

function rangeWords({ min, max }: { min?: number; max?: number }): Words {
  if (min !== undefined && max !== undefined) return [` ${min} 至 ${max}`, `${min} to ${max}`]
  return min !== undefined ? [`至少 ${min}`, `at least ${min}`] : [`至多 ${max}`, `at most ${max}`]
}

const bytesOf = (bytes: number) => (bytes < 1 << 20 ? `${Math.floor(bytes / 1024)} KB` : `${Math.floor(bytes / (1 << 20))} MB`)
