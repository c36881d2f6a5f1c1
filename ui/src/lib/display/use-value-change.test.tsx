import { render } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { useValueChange } from './use-value-change';

interface InputProps {
  source: string;
  onRender: (text: string, setText: (text: string) => void) => void;
}

function Input({ source, onRender }: InputProps) {
  const [text, setText] = useState(source);
  useValueChange(source, setText);
  return (
    <input readOnly value={text} ref={(element) => void (element && onRender(element.value, setText))} />
  );
}

it('takes a changed value before anything is shown, and keeps later state', () => {
  const shown: string[] = [];
  let type = (_: string) => {};
  const onRender: InputProps['onRender'] = (text, setText) => {
    shown.push(text);
    type = setText;
  };
  const { rerender } = render(<Input source="a" onRender={onRender} />);
  rerender(<Input source="b" onRender={onRender} />);
  expect(shown).toEqual(['a', 'b']);
  type('typed');
  rerender(<Input source="b" onRender={onRender} />);
  expect(shown.at(-1)).toBe('typed');
  rerender(<Input source="c" onRender={onRender} />);
  expect(shown.at(-1)).toBe('c');
});
