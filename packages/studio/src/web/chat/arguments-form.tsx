// Not from the entry, which brings a test helper along that wants another package.
import Form from '@rjsf/core/lib/components/Form.js'
import type { IconButtonProps, RJSFSchema, TemplatesType } from '@rjsf/utils'
import { useEffect, useMemo, type ReactElement } from 'react'
import { Button } from '../design/button.tsx'
import type { IconName } from '../design/icon.tsx'
import { createSchemaValidator } from './schema-validator.ts'

type Values = Record<string, unknown>

const isSchema = (value: unknown): value is RJSFSchema => typeof value === 'object' && value !== null

const plainButton = (icon: IconName, label: string) =>
  function FormButton({ onClick, disabled, id }: IconButtonProps<Values>): ReactElement {
    return (
      <Button id={id} size="small" look="ghost" icon={icon} disabled={disabled} onClick={onClick}>
        {label}
      </Button>
    )
  }

const templates: Partial<Omit<TemplatesType<Values>, 'ButtonTemplates'>> & {
  ButtonTemplates: Partial<TemplatesType<Values>['ButtonTemplates']>
} = {
  ButtonTemplates: {
    SubmitButton: () => null,
    AddButton: plainButton('plus', 'Add'),
    RemoveButton: plainButton('trash', 'Remove'),
    MoveUpButton: plainButton('chevron', 'Up'),
    MoveDownButton: plainButton('chevron', 'Down'),
    CopyButton: plainButton('copy', 'Copy'),
    ClearButton: plainButton('close', 'Clear'),
  },
}

interface ArgumentsFormProps {
  /** The form's id: a button elsewhere can send it. */
  readonly id: string
  /** As a server sent it. */
  readonly schema: unknown
  readonly value: Values
  readonly onChange: (value: Values) => void
  readonly onRun: (value: Values) => void
  /** It is there and can be sent. */
  readonly onReady: () => void
}

/** A form for a tool's input schema. It is submitted only if it is valid. */
export function ArgumentsForm({ id, schema, value, onChange, onRun, onReady }: ArgumentsFormProps): ReactElement {
  const validator = useMemo(createSchemaValidator, [])
  useEffect(onReady, [])
  // The tool's title stands above already.
  const { title: _title, description: _description, ...rest }: RJSFSchema = isSchema(schema) ? schema : {}
  return (
    <Form<Values>
      id={id}
      className="arguments-form"
      idPrefix={id}
      schema={rest}
      formData={value}
      validator={validator}
      templates={templates}
      showErrorList={false}
      noHtml5Validate
      focusOnFirstError
      onChange={({ formData }) => onChange(formData ?? {})}
      // It shows where the problems are; without this it also writes them to the console.
      onError={() => {}}
      onSubmit={({ formData }) => onRun(formData ?? {})}
    />
  )
}
