/**
 * The study file: YAML for people, read into a checked {@link org.quorate.study.plan.Study}. Every
 * fault is refused with the file, the line and the key, before anything is started. What may vary
 * in a study is registered in one place, {@code Factor}; what the values mean to a backend is not
 * decided here. Files are read here and nowhere written. {@link org.quorate.study.file.YamlReader}
 * reads other files of Quorate in the same way.
 */
@NullMarked
package org.quorate.study.file;

import org.jspecify.annotations.NullMarked;
